// SPDX-License-Identifier: BSL-1.0
// Maps of objects for tests, read in both forms, and what is said of them.
#pragma once

#include "formats/area_support.hpp"
#include "formats/tiled_writer.hpp"
#include "portolan/formats/tiled/tiled_areas.hpp"

#include <array>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace portolan::test {

inline constexpr std::array kForms{TiledForm::xml, TiledForm::json};

/// A map of objects, read in both forms.
struct Read {
  explicit Read(const DrawnObjectMap& map, const ReadFile& read = no_file) {
    for (const TiledForm form : kForms) {
      forms.push_back(parse_tiled_areas(object_map_text(map, form), "m.tmx", read, map.width, {1, map.height}));
    }
  }
  std::vector<Result<TiledAreas>> forms;
};

inline std::string summary(const Result<TiledAreas>& read) {
  if (!read) FAIL(read.error().message);
  if (!read->drawing) FAIL("no object is meant");
  return summary(*read->drawing);
}

/// One layer of class `areas`.
inline DrawnObjectMap map_of(std::vector<DrawnObject> objects, const std::string& type = "areas") {
  DrawnObjectMap map;
  map.layers.push_back({.type = type, .objects = std::move(objects)});
  return map;
}

inline DrawnObject rectangle(const std::string& name, int x, int y, int width, int height) {
  const auto pixels = [](int tiles) { return std::to_string(16 * tiles); };
  return {.name = name, .x = pixels(x), .y = pixels(y), .width = pixels(width), .height = pixels(height)};
}

inline DrawnObject point(const std::string& name, const std::string& x, const std::string& y) {
  return {.name = name, .x = x, .y = y, .shape = "point"};
}

/// The errors and warnings of a map in both forms, which must agree but for the lines; the line of the XML form stands.
inline Texts findings(const DrawnObjectMap& map) {
  const Read read(map);
  std::vector<Texts> reasons;
  Texts xml;
  for (const auto& form : read.forms) {
    if (!form) FAIL(form.error().message);
    Texts& texts = reasons.emplace_back();
    std::vector<Finding> all = errors_in(form->drawing->draft);
    all.insert(all.end(), form->drawing->warnings.begin(), form->drawing->warnings.end());
    for (const Finding& finding : all) {
      // Another line may be named at the end.
      texts.push_back(finding.reason.substr(0, finding.reason.find(", first at")));
      if (reasons.size() == 1) xml.push_back(text_of(form->drawing->draft, finding));
    }
  }
  CHECK(reasons[0] == reasons[1]);
  return xml;
}

inline std::string error_of(const DrawnObjectMap& map, ErrorCode code) {
  const Read read(map);
  std::string message = failure(read.forms[0], code);
  const std::string other = failure(read.forms[1], code);
  // "m.tmx:LINE: ..."
  const auto reason = [](const std::string& text) { return text.substr(text.find(": ")); };
  CHECK(reason(message) == reason(other));
  return message;
}

}  // namespace portolan::test
