// SPDX-License-Identifier: BSL-1.0
// HTTP for clients that may be slow, many or hostile.
#pragma once

#include "portolan/core/result.hpp"
#include "view/connection_limits.hpp"

#include <chrono>
#include <condition_variable>
#include <list>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include <httplib.h>

namespace portolan::tools {

/// The bytes of the body that a head announces; nothing where it does not say how many, once and in digits, where they
/// are more than kBodyBytes, and where they would have to be decoded.
[[nodiscard]] std::optional<std::size_t> body_bytes(const httplib::Request& request);

/// A server of one request a connection: what follows a head, or the body that it announces where a handler asks for
/// that, is not taken for another request. A connection is closed where the head is not there within kRequestTime of
/// being connected or has more than kRequestBytes, where the body is not there within kRequestTime of the head, and
/// where the answer is not taken within kReplyTime. Of kMaxConnections at a time the one that has kept its head back
/// the longest makes room for another; where all are being answered, the other is told 503.
class HttpServer final : public httplib::Server {
 public:
  HttpServer();
  ~HttpServer() override;

  /// Starts a thread for each connection that there may be on a bound socket, or as many as can be had. Errors: limit
  /// (not one).
  Outcome start();
  /// Answers on the socket that is bound, until end() is called. To be called once, after start().
  void serve();
  /// Closes all connections that are not being answered, and waits until serve() has ended, at most for `grace`;
  /// returns whether it has. May be called from any thread and at any time, once.
  bool end(std::chrono::milliseconds grace);

 private:
  enum class State { waiting, reading, answering, cut };
  struct Connection {
    socket_t socket;
    State state;
  };

  bool process_and_close_socket(socket_t socket) override;
  void work();
  void answer(Connection& connection);

  std::mutex mutex_;                 ///< guards the members below
  std::condition_variable arrived_;  ///< notified of a new connection, and of the end
  std::condition_variable ended_;    ///< notified when a connection has been answered, and when serve() has ended
  std::list<Connection> open_;       ///< the oldest first
  std::vector<std::thread> threads_;
  bool serving_ = false;
  bool ending_ = false;
};

}  // namespace portolan::tools
