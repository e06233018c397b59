// SPDX-License-Identifier: BSL-1.0
// HTTP for clients that may be slow, many or hostile.
#pragma once

#include "portolan/core/result.hpp"
#include "view/connection_limits.hpp"

#include <chrono>
#include <condition_variable>
#include <list>
#include <mutex>
#include <thread>
#include <vector>

#include <httplib.h>

namespace portolan::tools {

/// A connection carries one request, whose body, if it has one, is never read: what follows a head is not taken for
/// another request. It is closed where the head is not there within kRequestTime of being connected or has more than
/// kRequestBytes, and where the answer is not taken within kReplyTime. Of kMaxConnections at a time the one that has
/// kept its request back the longest makes room for another; where all are being answered, the other is told 503.
class HttpServer final : public httplib::Server {
 public:
  HttpServer();
  ~HttpServer() override;

  /// On a bound socket: starts a thread for each connection that there may be, or as many as can be had. Error (limit):
  /// not one.
  Outcome start();
  /// Answers on the socket that is bound, until end() is called. To be called once, after start().
  void serve();
  /// From any thread and at any time, once: closes all connections that are not being answered, and waits until serve()
  /// has ended, at most for `grace`. Returns whether it has.
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

  std::mutex mutex_;                 ///< guards all below
  std::condition_variable arrived_;  ///< a connection, or the end
  std::condition_variable ended_;    ///< the answer to one, or serve()
  std::list<Connection> open_;       ///< the oldest first
  std::vector<std::thread> threads_;
  bool serving_ = false;
  bool ending_ = false;
};

}  // namespace portolan::tools
