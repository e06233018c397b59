// SPDX-License-Identifier: BSL-1.0
// What the server does while answers take long.
#include "view/connection_limits.hpp"
#include "view/server.hpp"

#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <arpa/inet.h>
#include <catch2/catch.hpp>
#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

// The HTTP library comes compiled without the thread sanitizer, which does not see what orders the static objects of
// its functions between threads.
extern "C" const char* __tsan_default_suppressions() {  // NOLINT
  return "called_from_lib:libcpp-httplib.so\n";
}

namespace portolan::test {
namespace {

using namespace std::chrono_literals;

/// Answers nobody before it is let go.
class Held final : public tools::ViewSource {
 public:
  tools::ViewReply answer(const tools::ViewRequest& /*request*/) override {
    std::unique_lock lock(mutex_);
    ++asked_;
    changed_.notify_all();
    changed_.wait(lock, [&] { return let_go_; });
    return {200, "text/plain", "done"};
  }
  void wait_until_asked(std::size_t count) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return asked_ == count; });
  }
  void let_go() {
    const std::lock_guard lock(mutex_);
    let_go_ = true;
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t asked_ = 0;
  bool let_go_ = false;
};

class Client {
 public:
  explicit Client(int port) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    connected_ = ::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0;
    ask_ = fmt::format("GET /held HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n\r\n", port);
  }
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;
  ~Client() { ::close(socket_); }

  [[nodiscard]] bool ask() const {
    return connected_ && ::send(socket_, ask_.data(), ask_.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(ask_.size());
  }
  /// All that comes until the connection is closed.
  [[nodiscard]] std::string hear() const {
    std::string heard;
    std::array<char, 4096> buffer{};
    for (ssize_t got = 0; (got = ::recv(socket_, buffer.data(), buffer.size(), 0)) > 0;)
      heard.append(buffer.data(), static_cast<std::size_t>(got));
    return heard;
  }

 private:
  int socket_;
  bool connected_ = false;
  std::string ask_;
};

}  // namespace

TEST_CASE("where all connections are being answered another is told so, and none is cut", "[threads]") {
  Held source;
  auto server = tools::ViewServer::bind(source, 0);
  REQUIRE(server);
  std::thread serving([&] { server->serve(); });
  std::vector<std::unique_ptr<Client>> clients;
  for (std::size_t i = 0; i < tools::kMaxConnections; ++i) {
    clients.push_back(std::make_unique<Client>(server->port()));
    CHECK(clients.back()->ask());
  }
  source.wait_until_asked(clients.size());
  CHECK(Client(server->port()).hear().starts_with("HTTP/1.1 503 "));
  source.let_go();
  for (const auto& client : clients) {
    const std::string heard = client->hear();
    CHECK(heard.starts_with("HTTP/1.1 200 "));
    CHECK(heard.ends_with("\r\n\r\ndone"));
  }
  const Client after(server->port());
  CHECK(after.ask());
  CHECK(after.hear().ends_with("done"));
  CHECK(server->stop(1min));
  serving.join();
}

TEST_CASE("a server told to end does not wait for an answer beyond its grace", "[threads]") {
  Held source;
  auto server = tools::ViewServer::bind(source, 0);
  REQUIRE(server);
  std::atomic<bool> ended = false;
  std::thread serving([&] {
    server->serve();
    ended = true;
  });
  const Client idle(server->port());
  const Client asking(server->port());
  CHECK(asking.ask());
  source.wait_until_asked(1);
  CHECK_FALSE(server->stop(10ms));
  CHECK(idle.hear().empty());
  CHECK_FALSE(ended);
  source.let_go();
  CHECK(asking.hear().ends_with("done"));
  serving.join();
}

TEST_CASE("a server that is told to end before it has begun does not begin", "[threads]") {
  Held source;
  auto server = tools::ViewServer::bind(source, 0);
  REQUIRE(server);
  CHECK(server->stop(1min));
  server->serve();
}

}  // namespace portolan::test
