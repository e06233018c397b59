// SPDX-License-Identifier: BSL-1.0
#include "view/server.hpp"

#include "view/http_server.hpp"
#include "view/page.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

namespace portolan::tools {
namespace {

constexpr const char* kHost = "127.0.0.1";
constexpr int kPlainPort = 80;

/// Whether a request comes from the page that is served on this port, or from no page at all.
bool is_welcome(const httplib::Request& request, int port) {
  const auto is_ours = [&](const std::string& given, std::string_view scheme) {
    return std::ranges::any_of(std::array{kHost, "localhost"}, [&](const char* host) {
      // Browsers leave out the port that pages have unless they say otherwise.
      return given == fmt::format("{}{}:{}", scheme, host, port) ||
             (port == kPlainPort && given == fmt::format("{}{}", scheme, host));
    });
  };
  // Of a header that is there twice, one might be the page's and the other the truth.
  const std::size_t origins = request.get_header_value_count("Origin");
  const std::size_t sites = request.get_header_value_count("Sec-Fetch-Site");
  if (request.get_header_value_count("Host") != 1 || origins > 1 || sites > 1) return false;
  if (!is_ours(request.get_header_value("Host"), "")) return false;
  if (origins == 1 && !is_ours(request.get_header_value("Origin"), "http://")) return false;
  const std::string site = request.get_header_value("Sec-Fetch-Site");
  return sites == 0 || site == "same-origin" || site == "none";
}

void send(const ViewReply& reply, httplib::Response& response) {
  response.status = reply.status;
  response.set_content(reply.body, reply.type.c_str());
}

ViewReply page_reply(const std::string& path) {
  if (path == "/") return {200, "text/html; charset=utf-8", std::string(page::kDocument)};
  if (path == "/style.css") return {200, "text/css; charset=utf-8", std::string(page::kStyle)};
  if (path == "/view.js") return {200, "text/javascript; charset=utf-8", page::script()};
  return {404, "", ""};
}

}  // namespace

struct ViewServer::State {
  ViewSource* source = nullptr;
  int port = 0;
  HttpServer http;

  ViewReply answer(const httplib::Request& request) {
    if (!is_welcome(request, port)) return error_reply(403, "only the page on this host may ask");
    const bool post = request.method == "POST";
    if (!post && request.method != "GET" && request.method != "HEAD") return error_reply(405, "wants GET or POST");
    ViewReply reply = post ? ViewReply{404, "", ""} : page_reply(request.path);
    if (reply.status != 404) return reply;
    return source->answer({post ? Method::post : Method::get, request.path, request.params, request.body});
  }

  /// Whether the library is to read a body, which is answered once it is there. Why not, for a body that will not do,
  /// is in the reply then.
  bool waits_for_body(const httplib::Request& request, httplib::Response& response) const {
    if (request.method != "POST" || !source->takes_body(request.path) || !is_welcome(request, port)) return false;
    // No form of another site can say so; and the library takes no other type apart.
    const bool json = request.get_header_value_count("Content-Type") == 1 &&
                      request.get_header_value("Content-Type") == "application/json";
    if (json && body_bytes(request)) return true;
    send(json ? error_reply(413, fmt::format("wants a length, of at most {} bytes", kBodyBytes))
              : error_reply(415, "wants application/json"),
         response);
    return false;
  }
};

namespace {

/// Why nobody can listen at a port, which the library does not say.
std::string bind_fault(int port) {
  const int probe = ::socket(AF_INET, SOCK_STREAM, 0);
  if (probe < 0) return std::strerror(errno);
  const int yes = 1;
  ::setsockopt(probe, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const bool bound = ::bind(probe, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0;
  const int reason = bound ? 0 : errno;
  ::close(probe);
  if (reason == EADDRINUSE) return "is in use by another program; without --port a free one is taken";
  return reason == 0 ? "cannot be listened on" : fmt::format("cannot be listened on: {}", std::strerror(reason));
}

}  // namespace

Result<ViewServer> ViewServer::bind(ViewSource& source, int port) {
  auto state = std::make_unique<State>();
  State& s = *state;
  s.source = &source;
  HttpServer& http = s.http;
  http.set_tcp_nodelay(true);
  // The library's own choice would let two programs share a port.
  http.set_socket_options([](socket_t socket) {
    const int yes = 1;
    ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes));
  });
  http.set_default_headers(
      {{"Content-Security-Policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
       {"X-Content-Type-Options", "nosniff"},
       {"Referrer-Policy", "no-referrer"},
       {"Cross-Origin-Resource-Policy", "same-origin"},
       {"Cache-Control", "no-store"}});
  // Before the library reads a body or compares the path with patterns.
  http.set_pre_routing_handler([&s](const httplib::Request& request, httplib::Response& response) {
    if (s.waits_for_body(request, response)) return httplib::Server::HandlerResponse::Unhandled;
    if (response.status == -1) send(s.answer(request), response);
    return httplib::Server::HandlerResponse::Handled;
  });
  http.Post("/.*",
            [&s](const httplib::Request& request, httplib::Response& response) { send(s.answer(request), response); });
  http.set_exception_handler([](const httplib::Request&, httplib::Response& response, const std::exception_ptr&) {
    send(error_reply(500, "not enough memory"), response);
  });
  const bool bound = port == 0 ? (s.port = http.bind_to_any_port(kHost)) > 0 : http.bind_to_port(kHost, port);
  if (!bound) return Error{ErrorCode::io, fmt::format("--port {}: {}", port, bind_fault(port))};
  if (port != 0) s.port = port;
  if (const Outcome started = http.start(); !started) return started.error();
  return ViewServer(std::move(state));
}

ViewServer::ViewServer(std::unique_ptr<State> state) noexcept : state_(std::move(state)) {}
ViewServer::ViewServer(ViewServer&&) noexcept = default;
ViewServer::~ViewServer() = default;

int ViewServer::port() const noexcept {
  return state_->port;
}

void ViewServer::serve() {
  state_->http.serve();
}

bool ViewServer::stop(std::chrono::milliseconds grace) {
  return state_->http.end(grace);
}

}  // namespace portolan::tools
