// SPDX-License-Identifier: BSL-1.0
#include "view/server.hpp"

#include "view/page.hpp"

#include <array>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <httplib.h>

namespace portolan::tools {
namespace {

constexpr const char* kHost = "127.0.0.1";
constexpr std::size_t kMaxPayload = 4096;
constexpr std::size_t kThreads = 8;

/// Whether a request comes from the page that is served on this port, or from no page at all.
bool is_welcome(const httplib::Request& request, int port) {
  const std::array<std::string, 2> hosts{fmt::format("{}:{}", kHost, port), fmt::format("localhost:{}", port)};
  const auto is_ours = [&](const std::string& given, std::string_view scheme) {
    return given == fmt::format("{}{}", scheme, hosts[0]) || given == fmt::format("{}{}", scheme, hosts[1]);
  };
  if (request.get_header_value_count("Host") != 1 || !is_ours(request.get_header_value("Host"), "")) return false;
  if (request.has_header("Origin") && !is_ours(request.get_header_value("Origin"), "http://")) return false;
  const std::string site = request.get_header_value("Sec-Fetch-Site");
  return site.empty() || site == "same-origin" || site == "none";
}

void send(const ViewReply& reply, httplib::Response& response) {
  response.status = reply.status;
  response.set_content(reply.body, reply.type.c_str());
}

ViewReply page_reply(const std::string& path) {
  if (path == "/") return {200, "text/html; charset=utf-8", std::string(page::kDocument)};
  if (path == "/style.css") return {200, "text/css; charset=utf-8", std::string(page::kStyle)};
  if (path == "/view.js") return {200, "text/javascript; charset=utf-8", std::string(page::kScript)};
  return {404, "", ""};
}

}  // namespace

struct ViewServer::State {
  ViewSource* source = nullptr;
  int port = 0;
  httplib::Server http;

  void answer(Method method, const httplib::Request& request, httplib::Response& response) {
    ViewReply reply = method == Method::get ? page_reply(request.path) : ViewReply{404, "", ""};
    if (reply.status == 404) reply = source->answer({method, request.path, request.params});
    send(reply, response);
  }
};

Result<ViewServer> ViewServer::bind(ViewSource& source, int port) {
  auto state = std::make_unique<State>();
  State& s = *state;
  s.source = &source;
  httplib::Server& http = s.http;
  http.new_task_queue = [] { return new httplib::ThreadPool(kThreads); };
  http.set_tcp_nodelay(true);
  http.set_payload_max_length(kMaxPayload);
  http.set_keep_alive_timeout(1);
  http.set_read_timeout(5);
  http.set_write_timeout(5);
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
  http.set_pre_routing_handler([&s](const httplib::Request& request, httplib::Response& response) {
    using Handled = httplib::Server::HandlerResponse;
    if (!is_welcome(request, s.port)) {
      send(error_reply(403, "only the page on this host may ask"), response);
      return Handled::Handled;
    }
    if (request.method != "GET" && request.method != "HEAD" && request.method != "POST") {
      send(error_reply(405, "wants GET or POST"), response);
      return Handled::Handled;
    }
    return Handled::Unhandled;
  });
  http.set_exception_handler([](const httplib::Request&, httplib::Response& response, const std::exception_ptr&) {
    send(error_reply(500, "not enough memory"), response);
  });
  http.Get(".*", [&s](const httplib::Request& request, httplib::Response& response) {
    s.answer(Method::get, request, response);
  });
  http.Post(".*", [&s](const httplib::Request& request, httplib::Response& response) {
    s.answer(Method::post, request, response);
  });
  const bool bound = port == 0 ? (s.port = http.bind_to_any_port(kHost)) > 0 : http.bind_to_port(kHost, port);
  if (!bound) return Error{ErrorCode::io, fmt::format("--port {}: cannot be listened on", port)};
  if (port != 0) s.port = port;
  return ViewServer(std::move(state));
}

ViewServer::ViewServer(std::unique_ptr<State> state) noexcept : state_(std::move(state)) {}
ViewServer::ViewServer(ViewServer&&) noexcept = default;
ViewServer::~ViewServer() = default;

int ViewServer::port() const noexcept {
  return state_->port;
}

void ViewServer::serve() {
  state_->http.listen_after_bind();
}

void ViewServer::stop() {
  state_->http.stop();
}

}  // namespace portolan::tools
