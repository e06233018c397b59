// SPDX-License-Identifier: BSL-1.0
// page.wasm: what `portolan view` answers its page, for a page that has no server. One world, opened once.
#include "drawing/canvas.hpp"
#include "portolan/world/world.hpp"
#include "view/board_page.hpp"
#include "view/map_page.hpp"
#include "view/request.hpp"

#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace portolan::tools {

/// The canvas as its pixels, row by row, 4 bytes each: a page shows them as they are, and needs no PNG.
Result<std::vector<std::byte>> encode_png(const Canvas& canvas) {
  std::vector<std::byte> pixels;
  for (std::int32_t y = 0; y < canvas.height(); ++y) {
    const auto row = std::as_bytes(canvas.row(y));
    pixels.insert(pixels.end(), row.begin(), row.end());
  }
  return pixels;
}

namespace {

constexpr std::size_t kAlignment = 64;

/// What the page is told, where it can read it until it asks again.
struct Told {
  std::int32_t status;
  std::uint32_t size;
  const char* body;
};

struct Page {
  std::byte* bytes = nullptr;  ///< of the world, which stay for as long as the module does
  std::size_t size = 0;
  std::unique_ptr<ViewSource> source;
  std::string text;
  Told told{};
};

Page page;  // NOLINT: the one of this module

const Told* tell(int status, std::string text) {
  page.text = std::move(text);
  page.told = {status, static_cast<std::uint32_t>(page.text.size()), page.text.data()};
  return &page.told;
}

/// The page of a map, or of a board where there is none.
Result<std::unique_ptr<ViewSource>> open(const World& world, std::string name) {
  const auto as_source = [](auto opened) -> Result<std::unique_ptr<ViewSource>> {
    if (!opened) return opened.error();
    return std::unique_ptr<ViewSource>(std::move(*opened));
  };
  if (!world.profiles().empty()) return as_source(MapPage::open(world, std::move(name)));
  if (world.board()) return as_source(BoardPage::open(world, std::move(name)));
  return Error{ErrorCode::usage, "the world file has neither a map nor a board"};
}

/// A request of texts that each end with a zero byte: method, path, and names and values of parameters in turn.
ViewRequest read(std::string_view texts) {
  const auto next = [&] {
    const std::size_t end = std::min(texts.find('\0'), texts.size());
    std::string text(texts.substr(0, end));
    texts.remove_prefix(std::min(end + 1, texts.size()));
    return text;
  };
  ViewRequest request;
  request.method = next() == "POST" ? Method::post : Method::get;
  request.path = next();
  while (!texts.empty()) {
    std::string name = next();
    request.parameters.emplace(std::move(name), next());
  }
  return request;
}

}  // namespace
}  // namespace portolan::tools

extern "C" {

/// Room for the bytes of a world; null if there is none. To be called once.
void* portolan_page_room(std::size_t size) {
  using namespace portolan::tools;
  const std::size_t whole = (size + kAlignment) / kAlignment * kAlignment;
  page.bytes = static_cast<std::byte*>(std::aligned_alloc(kAlignment, whole));
  page.size = size;
  return page.bytes;
}

/// Opens the world whose bytes have been written there, by the name that the page shows. Status 200, or 400 with why
/// not.
const void* portolan_page_open(const char* name) {
  using namespace portolan::tools;
  try {
    const auto world = portolan::World::view({page.bytes, page.size});
    if (!world) return tell(400, world.error().message);
    auto source = open(*world, name);
    if (!source) return tell(400, source.error().message);
    page.source = std::move(*source);
    return tell(200, {});
  } catch (const std::bad_alloc&) {
    return tell(400, "not enough memory");
  }
}

/// Answers a request as the server would, pictures by their pixels.
const void* portolan_page_answer(const char* texts, std::size_t size) {
  using namespace portolan::tools;
  try {
    ViewReply reply = page.source->answer(read({texts, size}));
    return tell(reply.status, std::move(reply.body));
  } catch (const std::bad_alloc&) {
    return tell(500, R"({"error":"not enough memory"})");
  }
}

}  // extern "C"
