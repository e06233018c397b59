// SPDX-License-Identifier: BSL-1.0
// The page and its answers over HTTP, for this machine alone.
#pragma once

#include "portolan/core/result.hpp"
#include "view/request.hpp"

#include <chrono>
#include <memory>

namespace portolan::tools {

/// Serves the page on 127.0.0.1. A request must name this host and port, and, where its browser says from which site it
/// comes, that must be the page itself, each of them once; else it is refused with 403, so that no other site reads or
/// changes anything, by whatever name it reaches the port. No path leads to the disk: what is not a known one is 404. A
/// body is read where the source takes one, if it is application/json (else 415) with a length that it says (413).
/// Clients that are slow or many keep no other waiting, within the limits of connection_limits.hpp.
class ViewServer {
 public:
  /// Takes a port of this machine; `port` 0 stands for any free one. The source must outlive the server. Errors: io
  /// (the port is taken), limit (no threads).
  static Result<ViewServer> bind(ViewSource& source, int port);
  ViewServer(ViewServer&&) noexcept;
  ~ViewServer();

  [[nodiscard]] int port() const noexcept;
  /// Answers until stop() is called, and until what was being answered then is done. To be called once.
  void serve();
  /// Ends serve(), and returns whether it has ended within `grace`; if not, the source is still at work. May be called
  /// from any thread, once.
  bool stop(std::chrono::milliseconds grace);

 private:
  struct State;
  explicit ViewServer(std::unique_ptr<State> state) noexcept;
  std::unique_ptr<State> state_;
};

}  // namespace portolan::tools
