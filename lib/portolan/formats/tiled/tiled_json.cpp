// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/json_place.hpp"
#include "portolan/formats/text.hpp"
#include "portolan/formats/tiled/tiled_element.hpp"

#include <limits>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace portolan {
namespace {

using Json = nlohmann::json;

/// Builds the tree while the parser walks the text: no document in memory, and values that tell no terrain leave no
/// trace, however deep.
class TiledHandler final : public nlohmann::json_sax<Json> {
 public:
  TiledHandler(std::string_view text, std::string_view source, const std::size_t& line)
      : text_(text), source_(source), reading_(line) {}

  bool null() override { return value(Kind::null, {}); }
  bool boolean(bool truth) override { return value(Kind::other, truth ? "true" : "false"); }
  bool number_integer(std::int64_t number) override { return value(Kind::number, std::to_string(number)); }
  bool number_unsigned(std::uint64_t number) override {
    if (skipped_ == 0 && level() == Level::gids) return add_gid(number);
    return value(Kind::number, std::to_string(number));
  }
  bool number_float(double, const std::string& written) override { return value(Kind::number, written); }
  bool string(std::string& text) override { return value(Kind::string, std::move(text)); }
  bool binary(Json::binary_t&) override { return false; }  // never in text
  bool start_object(std::size_t) override;
  bool key(std::string& name) override;
  bool end_object() override;
  bool start_array(std::size_t) override;
  bool end_array() override;
  bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception& what) override {
    if (!error_) error_ = json_syntax_error(text_, source_, position, what.what());
    return false;
  }

  Result<TiledElement> take() {
    if (error_) return *std::move(error_);
    return std::move(root_);
  }

 private:
  enum class Kind { null, other, number, string };
  enum class Level { outside, element, elements, properties, property, gids, corners, corner };

  [[nodiscard]] Level level() const { return levels_.empty() ? Level::outside : levels_.back(); }
  bool value(Kind kind, std::string text);
  bool add_gid(std::uint64_t gid);
  bool open_element(std::string kind);
  bool close_element();
  bool skip() {
    ++skipped_;
    return true;
  }
  bool fail(std::string_view reason, ErrorCode code = ErrorCode::syntax) {
    error_ = Error{code, fmt::format("{}:{}: {}", source_, reading_, reason)};
    return false;
  }

  std::string_view text_;
  std::string_view source_;
  const std::size_t& reading_;  ///< the line that the parser is on
  std::size_t skipped_ = 0;     ///< open braces and brackets of what is passed over
  std::vector<Level> levels_;
  std::vector<std::string_view> kinds_;  ///< of the elements in the open lists
  std::vector<TiledElement> open_;
  std::string key_;
  std::string property_name_;
  std::optional<std::string> property_value_;
  std::string shape_key_;  ///< polygon or polyline: the one under way
  std::string corners_;
  std::string corner_x_;
  std::string corner_y_;
  TiledElement root_;
  std::optional<Error> error_;
};

/// The kind of the elements in a list under this key; empty if it is none.
std::string_view kind_under(std::string_view key) {
  if (key == "layers") return "layer";
  if (key == "tilesets") return "tileset";
  if (key == "tiles") return "tile";
  if (key == "chunks") return "chunk";
  if (key == "objects") return "object";
  return {};
}

bool TiledHandler::open_element(std::string kind) {
  if (open_.size() == kMaxTiledDepth) {
    return fail(fmt::format("more than {} elements within each other", kMaxTiledDepth), ErrorCode::limit);
  }
  open_.emplace_back();
  open_.back().kind = std::move(kind);
  open_.back().line = reading_;
  levels_.push_back(Level::element);
  return true;
}

bool TiledHandler::close_element() {
  TiledElement done = std::move(open_.back());
  open_.pop_back();
  if (open_.empty()) {
    done.kind = done.attribute("type");
    root_ = std::move(done);
    return true;
  }
  if (done.kind == "layer") {
    const std::string_view type = done.attribute("type");
    if (type == "group" || type == "objectgroup") {
      done.kind = type;
    } else if (type != "tilelayer") {
      return true;
    }
  }
  open_.back().children.push_back(std::move(done));
  return true;
}

bool TiledHandler::start_object(std::size_t) {
  if (skipped_ != 0) return skip();
  switch (level()) {
    case Level::outside:
      return open_element({});
    case Level::elements:
      return open_element(std::string(kinds_.back()));
    case Level::properties:
      levels_.push_back(Level::property);
      property_name_.clear();
      property_value_.reset();
      return true;
    case Level::gids:
      return fail("expected numbers of tiles");
    case Level::element:
      // What objects say matters in few layers: their reader judges.
      if (key_ == "properties" && open_.back().kind == "object")
        open_.back().attributes.insert_or_assign(key_, "old");
      else if (key_ == "tiles" || key_ == "tileproperties" || key_ == "properties") {
        return fail(fmt::format("'{}' as Tiled wrote it before version 1.2; save the file with a newer one", key_),
                    ErrorCode::unsupported);
      }
      if (key_ == "object" && open_.size() == 1) return open_element("object");
      if (key_ == "text") open_.back().attributes.insert_or_assign(key_, "true");
      return skip();
    case Level::corners:
      corner_x_.clear();
      corner_y_.clear();
      levels_.push_back(Level::corner);
      return true;
    case Level::corner:
      return fail("expected numbers");
    case Level::property:
      break;
  }
  return skip();
}

bool TiledHandler::key(std::string& name) {
  if (skipped_ == 0) key_ = std::move(name);
  return true;
}

bool TiledHandler::end_object() {
  if (skipped_ != 0) {
    --skipped_;
    return true;
  }
  const Level ended = level();
  levels_.pop_back();
  if (ended == Level::element) return close_element();
  if (ended == Level::corner) {
    corners_ += fmt::format("{}{},{}", corners_.empty() ? "" : " ", corner_x_, corner_y_);
    return true;
  }
  if (property_value_) open_.back().properties.insert_or_assign(property_name_, *std::move(property_value_));
  return true;
}

bool TiledHandler::start_array(std::size_t) {
  if (skipped_ != 0) return skip();
  switch (level()) {
    case Level::element:
      if (key_ == "properties") {
        levels_.push_back(Level::properties);
      } else if (key_ == "data") {
        open_.back().gids.clear();
        levels_.push_back(Level::gids);
      } else if (key_ == "polygon" || key_ == "polyline") {
        corners_.clear();
        shape_key_ = key_;
        levels_.push_back(Level::corners);
      } else if (const std::string_view kind = kind_under(key_); !kind.empty()) {
        kinds_.push_back(kind);
        levels_.push_back(Level::elements);
      } else {
        return skip();
      }
      return true;
    case Level::property:
      return skip();
    default:
      return fail("no list expected here");
  }
}

bool TiledHandler::end_array() {
  if (skipped_ != 0) {
    --skipped_;
    return true;
  }
  if (level() == Level::elements) kinds_.pop_back();
  if (level() == Level::corners) open_.back().attributes.insert_or_assign(shape_key_, std::move(corners_));
  levels_.pop_back();
  return true;
}

bool TiledHandler::add_gid(std::uint64_t gid) {
  if (gid > std::numeric_limits<std::uint32_t>::max()) return fail(fmt::format("{} is no number of a tile", gid));
  open_.back().gids.push_back(static_cast<std::uint32_t>(gid));
  return true;
}

bool TiledHandler::value(Kind kind, std::string text) {
  if (skipped_ != 0) return true;
  if (kind == Kind::null && level() != Level::gids) return true;
  switch (level()) {
    case Level::element:
      if (key_ == "data" && kind == Kind::string) {
        open_.back().text = std::move(text);
      } else {
        open_.back().attributes.insert_or_assign(key_, std::move(text));
      }
      return true;
    case Level::property:
      if (key_ == "name")
        property_name_ = std::move(text);
      else if (key_ == "value")
        property_value_ = std::move(text);
      return true;
    case Level::gids:
      return fail("expected numbers of tiles");
    case Level::corner:
      if (key_ == "x") corner_x_ = std::move(text);
      if (key_ == "y") corner_y_ = std::move(text);
      return true;
    default:
      return fail("expected an object");
  }
}

}  // namespace

Result<TiledElement> parse_tiled_json(std::string_view text, std::string_view source) {
  std::size_t line = 1;
  TiledHandler handler(text, source, line);
  Json::sax_parse(LineCountingIterator(text.data(), line), LineCountingIterator(text.data() + text.size(), line),
                  &handler);
  return handler.take();
}

}  // namespace portolan
