// SPDX-License-Identifier: BSL-1.0
// Queries that calls from any thread share, one call at a time each.
#pragma once

#include <algorithm>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace portolan::python {

/// Keeps what is idle; where nothing that fits is, more is made, so that there are as many as there were ever calls at
/// once. Any thread; the lock is held for the look-up alone.
template <class Item>
class Pool {
 public:
  /// An item for as long as this lives. The pool must outlive it.
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

  /// An idle item for which fits(item) says true, the last one given back, or what make() gives. @throws what make()
  /// throws, std::bad_alloc
  template <class Fits, class Make>
  [[nodiscard]] Lease take(Fits&& fits, Make&& make) {
    std::unique_ptr<Item> item;
    {
      const std::lock_guard lock(mutex_);
      const auto found = std::find_if(idle_.rbegin(), idle_.rend(), [&](const auto& idle) { return fits(*idle); });
      if (found != idle_.rend()) {
        std::swap(*found, idle_.back());
        item = std::move(idle_.back());
        idle_.pop_back();
      } else {
        idle_.reserve(++made_);  // so that giving back never allocates
      }
    }
    if (!item) item = make();
    return Lease(*this, std::move(item));
  }

 private:
  void give_back(std::unique_ptr<Item> item) noexcept {
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(item));
  }

  std::mutex mutex_;
  std::vector<std::unique_ptr<Item>> idle_;
  std::size_t made_ = 0;
};

}  // namespace portolan::python
