// SPDX-License-Identifier: BSL-1.0
#include "view/http_server.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <exception>
#include <functional>
#include <optional>
#include <string_view>
#include <system_error>

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace portolan::tools {
namespace {

using Clock = std::chrono::steady_clock;

/// Waits for events of a socket, or that it is closed. False: neither has come in time.
bool wait_for(socket_t socket, short events, Clock::time_point until) {
  for (;;) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now()).count();
    if (left <= 0) return false;
    pollfd polled{socket, events, 0};
    const int ready = ::poll(&polled, 1, static_cast<int>(left));
    if (ready > 0) return true;
    if (ready < 0 && errno != EINTR) return false;
  }
}

/// The library reads a request and writes its answer through this.
class LimitedStream final : public httplib::Stream {
 public:
  explicit LimitedStream(socket_t socket) : socket_(socket), read_until_(Clock::now() + kRequestTime) {}

  /// So many bytes more may come, in the time that a head has.
  void expect(std::size_t bytes) {
    left_ += bytes;
    read_until_ = Clock::now() + kRequestTime;
  }

  [[nodiscard]] bool is_readable() const override { return true; }
  [[nodiscard]] bool is_writable() const override { return true; }

  ssize_t read(char* data, std::size_t size) override {
    if (begin_ == end_) {
      if (left_ == 0 || !wait_for(socket_, POLLIN, read_until_)) return -1;
      const ssize_t got = ::recv(socket_, buffer_.data(), std::min(buffer_.size(), left_), MSG_DONTWAIT);
      if (got <= 0) return got;
      begin_ = 0;
      end_ = static_cast<std::size_t>(got);
      left_ -= end_;
    }
    const std::size_t count = std::min(size, end_ - begin_);
    std::memcpy(data, buffer_.data() + begin_, count);
    begin_ += count;
    return static_cast<ssize_t>(count);
  }

  /// All of it, or -1.
  ssize_t write(const char* data, std::size_t size) override {
    if (!write_until_) write_until_ = Clock::now() + kReplyTime;
    for (std::size_t done = 0; done < size;) {
      if (!wait_for(socket_, POLLOUT, *write_until_)) return -1;
      const ssize_t sent = ::send(socket_, data + done, size - done, MSG_DONTWAIT | MSG_NOSIGNAL);
      if (sent >= 0) {
        done += static_cast<std::size_t>(sent);
      } else if (errno != EAGAIN && errno != EINTR) {
        return -1;
      }
    }
    return static_cast<ssize_t>(size);
  }

  // All clients are on this machine: nobody asks for more.
  void get_remote_ip_and_port(std::string& /*ip*/, int& /*port*/) const override {}
  void get_local_ip_and_port(std::string& /*ip*/, int& /*port*/) const override {}
  [[nodiscard]] socket_t socket() const override { return socket_; }

 private:
  socket_t socket_;
  Clock::time_point read_until_;
  std::optional<Clock::time_point> write_until_;
  std::array<char, 4096> buffer_{};
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::size_t left_ = kRequestBytes;
};

/// What has come in is read first: a socket closed on unread bytes loses the answer that was sent.
void close_after_answer(socket_t socket) {
  ::shutdown(socket, SHUT_WR);
  std::array<char, 4096> unread{};
  std::size_t left = kRequestBytes;
  while (left > 0) {
    const ssize_t got = ::recv(socket, unread.data(), std::min(unread.size(), left), MSG_DONTWAIT);
    if (got <= 0) break;
    left -= static_cast<std::size_t>(got);
  }
  ::close(socket);
}

void refuse(socket_t socket) {
  constexpr std::string_view kBusy =
      "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
  ::send(socket, kBusy.data(), kBusy.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
  close_after_answer(socket);
}

/// Hands connections over on the thread that accepts them.
class AtOnce final : public httplib::TaskQueue {
 public:
  void enqueue(std::function<void()> task) override { task(); }
  void shutdown() override {}
};

}  // namespace

std::optional<std::size_t> body_bytes(const httplib::Request& request) {
  if (request.has_header("Transfer-Encoding") || request.has_header("Content-Encoding")) return std::nullopt;
  if (request.get_header_value_count("Content-Length") != 1) return std::nullopt;
  const std::string text = request.get_header_value("Content-Length");
  std::size_t bytes = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), bytes);
  if (parsed.ec != std::errc{} || parsed.ptr != text.data() + text.size() || bytes > kBodyBytes) return std::nullopt;
  return bytes;
}

HttpServer::HttpServer() {
  set_payload_max_length(kBodyBytes);
  new_task_queue = [] { return new AtOnce; };
}

HttpServer::~HttpServer() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  arrived_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

Outcome HttpServer::start() {
  // The library lets five connections wait to be accepted; those beyond would try again seconds later.
  ::listen(svr_sock_, SOMAXCONN);
  try {
    while (threads_.size() < kMaxConnections) threads_.emplace_back([this] { work(); });
  } catch (const std::system_error&) {
    if (threads_.empty()) return Error{ErrorCode::limit, "there is no thread left to answer in"};
  }
  return Success{};
}

void HttpServer::serve() {
  {
    const std::lock_guard lock(mutex_);
    if (ending_) return;
    serving_ = true;
  }
  listen_after_bind();
  std::unique_lock lock(mutex_);
  ending_ = true;
  arrived_.notify_all();
  ended_.wait(lock, [&] { return open_.empty(); });
  serving_ = false;
  ended_.notify_all();
}

bool HttpServer::end(std::chrono::milliseconds grace) {
  const auto until = Clock::now() + grace;
  std::unique_lock lock(mutex_);
  ending_ = true;
  for (Connection& connection : open_) {
    if (connection.state != State::answering) ::shutdown(connection.socket, SHUT_RDWR);
  }
  arrived_.notify_all();
  // It can be stopped once, and not before it has begun to listen.
  while (serving_ && !is_running() && Clock::now() < until) ended_.wait_for(lock, std::chrono::milliseconds(5));
  if (is_running()) stop();
  return ended_.wait_until(lock, until, [&] { return !serving_; });
}

/// On the thread that accepts.
bool HttpServer::process_and_close_socket(socket_t socket) {
  const std::lock_guard lock(mutex_);
  const auto is_cut = [](const Connection& connection) { return connection.state == State::cut; };
  const auto cut = static_cast<std::size_t>(std::ranges::count_if(open_, is_cut));
  if (ending_) {
    ::close(socket);
    return false;
  }
  if (open_.size() - cut >= threads_.size()) {
    const auto slow = std::ranges::find_if(open_, [](const Connection& connection) {
      return connection.state == State::waiting || connection.state == State::reading;
    });
    if (slow == open_.end()) {
      refuse(socket);
      return false;
    }
    if (slow->state == State::waiting) {
      ::close(slow->socket);
      open_.erase(slow);
    } else {
      ::shutdown(slow->socket, SHUT_RDWR);
      slow->state = State::cut;
    }
  }
  open_.push_back({socket, State::waiting});
  arrived_.notify_one();
  return true;
}

void HttpServer::work() {
  const auto is_waiting = [](const Connection& connection) { return connection.state == State::waiting; };
  std::unique_lock lock(mutex_);
  for (;;) {
    auto next = open_.end();
    arrived_.wait(lock, [&] {
      next = std::ranges::find_if(open_, is_waiting);
      return next != open_.end() || ending_;
    });
    if (next == open_.end()) return;
    next->state = State::reading;
    lock.unlock();
    answer(*next);
    lock.lock();
    close_after_answer(next->socket);
    open_.erase(next);
    ended_.notify_all();
  }
}

void HttpServer::answer(Connection& connection) {
  LimitedStream stream(connection.socket);
  bool closed = false;
  try {
    process_request(stream, true, closed, [&](httplib::Request& request) {
      // Parts of an answer, each as often as a client likes, would be work without bound.
      request.ranges.clear();
      if (const auto bytes = body_bytes(request)) stream.expect(*bytes);
      const std::lock_guard lock(mutex_);
      if (connection.state == State::reading) connection.state = State::answering;
    });
  } catch (const std::exception&) {
    // Memory does not suffice to read it: the client finds the connection closed.
  }
}

}  // namespace portolan::tools
