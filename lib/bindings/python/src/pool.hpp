// SPDX-License-Identifier: BSL-1.0
// Queries that calls from any thread share, one call at a time each.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include <pybind11/pybind11.h>

namespace portolan::python {

/// Keeps what is idle; where nothing that fits is, more is made, so that there are as many as there were ever calls at
/// once. Guarded by the interpreter's lock, which take() and the end of a lease need, and which also orders them with
/// forks: no process finds the pool half changed.
template <class Item>
class Pool {
 public:
  /// An item for as long as this lives, under the interpreter's lock or without. The pool must outlive it.
  class Lease {
   public:
    Lease(Pool& pool, std::unique_ptr<Item> item) noexcept : pool_(pool), item_(std::move(item)) {}
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;
    ~Lease() { pool_.give_back(std::move(item_)); }
    [[nodiscard]] Item& operator*() const noexcept { return *item_; }
    [[nodiscard]] Item* operator->() const noexcept { return item_.get(); }

   private:
    Pool& pool_;
    std::unique_ptr<Item> item_;
  };

  /// An idle item for which fits(item) says true, the last one given back, or what make() gives, which is called
  /// without the interpreter's lock. @throws what make() throws, std::bad_alloc
  template <class Fits, class Make>
  [[nodiscard]] Lease take(Fits&& fits, Make&& make) {
    const auto found = std::find_if(idle_.rbegin(), idle_.rend(), [&](const auto& idle) { return fits(*idle); });
    std::unique_ptr<Item> item;
    if (found != idle_.rend()) {
      std::swap(*found, idle_.back());
      item = std::move(idle_.back());
      idle_.pop_back();
    } else {
      idle_.reserve(++made_);  // so that giving back never allocates
      const pybind11::gil_scoped_release release;
      item = make();
    }
    return Lease(*this, std::move(item));
  }

  /// Destroys what is idle and of which drop(item) says true.
  template <class Drop>
  void drop(Drop&& drop) {
    made_ -= std::erase_if(idle_, [&](const auto& idle) { return drop(*idle); });
  }

 private:
  void give_back(std::unique_ptr<Item> item) noexcept { idle_.push_back(std::move(item)); }

  std::vector<std::unique_ptr<Item>> idle_;
  std::size_t made_ = 0;  ///< that live, idle or lent
};

}  // namespace portolan::python
