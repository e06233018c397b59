// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/maps/link_json.hpp"

#include "portolan/formats/boards/draft_handler.hpp"
#include "portolan/formats/maps/link_values.hpp"
#include "portolan/formats/text.hpp"

#include <array>
#include <optional>
#include <string>
#include <utility>

#include <nlohmann/json.hpp>

namespace portolan {
namespace {

using Json = nlohmann::json;

constexpr std::string_view kKind = "links";
constexpr std::array<std::string_view, 3> kTopKeys{"portolan", "version", "links"};
constexpr std::array<std::string_view, 5> kLinkKeys{"from", "to", "cost", "one_way", "name"};
constexpr std::array<std::string_view, 2> kNeededLinkKeys{"from", "to"};

class LinkHandler final : public DraftHandler {
 public:
  LinkHandler(std::string_view text, std::string_view source, const std::size_t& line, const TileMap& map)
      : DraftHandler(text, source, line), map_(map) {}

  bool start_object(std::size_t) override;
  bool key(std::string& name) override;
  bool end_object() override;
  bool start_array(std::size_t) override;
  bool end_array() override;

  Result<std::vector<Link>> take();

 private:
  enum class Level { outside, top, links, link, end };

  bool value(Kind kind, std::string_view text) override;
  bool link_value(Kind kind, std::string_view text);
  bool number(Kind kind, std::string_view text);
  bool end_link();

  bool enter(Level level) {
    level_ = level;
    return true;
  }

  const TileMap& map_;
  Level level_ = Level::outside;
  Keys top_keys_;
  Keys link_keys_;
  std::vector<std::int32_t> numbers_;  ///< of the present end
  Tile from_;
  Tile to_;
  std::string cost_;
  std::string one_way_;
  std::string name_;
  std::vector<Link> links_;
};

bool LinkHandler::start_object(std::size_t) {
  mark();
  if (level_ == Level::outside) return enter(Level::top);
  if (level_ != Level::links) return expected("no object here");
  link_keys_.clear();
  key_.clear();
  cost_.clear();
  one_way_.clear();
  name_.clear();
  return enter(Level::link);
}

bool LinkHandler::key(std::string& name) {
  return level_ == Level::top ? enter_key(name, kTopKeys, top_keys_) : enter_key(name, kLinkKeys, link_keys_);
}

bool LinkHandler::start_array(std::size_t) {
  mark();
  numbers_.clear();
  if (level_ == Level::top && key_ == "links") return enter(Level::links);
  if (level_ == Level::link && (key_ == "from" || key_ == "to")) return enter(Level::end);
  return expected("no list here");
}

bool LinkHandler::end_array() {
  if (level_ == Level::links) {
    key_.clear();
    return enter(Level::top);
  }
  if (numbers_.size() < 2) return expected("[x, y] or [x, y, floor]");
  const auto tile = tile_of_end(numbers_, map_.width(), map_.floors());
  if (!tile) return fail(field() + tile.error().message);
  (key_ == "from" ? from_ : to_) = *tile;
  return enter(Level::link);
}

bool LinkHandler::end_object() {
  if (level_ == Level::top) return has_keys(kTopKeys, top_keys_) && enter(Level::outside);
  return end_link() && enter(Level::links);
}

bool LinkHandler::end_link() {
  if (!has_keys(kNeededLinkKeys, link_keys_)) return false;
  auto link = link_of({from_, to_, cost_, one_way_, name_}, map_.width(), map_.floors());
  if (!link) return fail(link.error().message);
  links_.push_back(std::move(*link));
  key_.clear();
  return true;
}

bool LinkHandler::value(Kind kind, std::string_view text) {
  switch (level_) {
    case Level::top:
      return head_value(kind, text, kKind);
    case Level::link:
      return link_value(kind, text);
    case Level::end:
      return number(kind, text);
    case Level::links:
      return expected("objects");
    case Level::outside:
      break;
  }
  return expected("an object");
}

bool LinkHandler::link_value(Kind kind, std::string_view text) {
  if (key_ == "cost") return kind == Kind::number ? (cost_ = text, true) : expected("a number");
  if (key_ == "one_way") return kind == Kind::boolean ? (one_way_ = text, true) : expected("true or false");
  if (key_ == "name") return kind == Kind::string ? (name_ = text, true) : expected("a string");
  return expected("[x, y] or [x, y, floor]");
}

bool LinkHandler::number(Kind kind, std::string_view text) {
  const auto number = kind == Kind::number ? parse_integer(text, 0, kMaxSide) : std::nullopt;
  if (!number || numbers_.size() == 3) return expected("[x, y] or [x, y, floor]");
  numbers_.push_back(*number);
  return true;
}

Result<std::vector<Link>> LinkHandler::take() {
  if (error_) return *std::move(error_);
  return std::move(links_);
}

}  // namespace

Result<std::vector<Link>> parse_links_json(std::string_view text, std::string_view source, const TileMap& map) {
  std::size_t line = 1;
  LinkHandler handler(text, source, line, map);
  Json::sax_parse(LineCountingIterator(text.data(), line), LineCountingIterator(text.data() + text.size(), line),
                  &handler);
  return handler.take();
}

}  // namespace portolan
