// SPDX-License-Identifier: BSL-1.0
// The page and its answers over HTTP, for this machine alone.
#pragma once

#include "portolan/core/result.hpp"
#include "view/request.hpp"

#include <memory>
#include <string>

namespace portolan::tools {

/// Serves the page on 127.0.0.1. A request must name this host and port, and, where its browser says from which site
/// it comes, that must be the page itself; else it is refused with 403, so that no other site reads or changes
/// anything, by whatever name it reaches the port. Nothing is read from disk: what is not a known path is 404.
class ViewServer {
 public:
  /// `port` 0: any free one. The source must outlive the server. Error (io): the port is taken.
  static Result<ViewServer> bind(ViewSource& source, int port);
  ViewServer(ViewServer&&) noexcept;
  ~ViewServer();

  [[nodiscard]] int port() const noexcept;
  /// Answers until stop() is called, from any thread.
  void serve();
  void stop();

 private:
  struct State;
  explicit ViewServer(std::unique_ptr<State> state) noexcept;
  std::unique_ptr<State> state_;
};

}  // namespace portolan::tools
