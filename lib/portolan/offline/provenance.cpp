// SPDX-License-Identifier: BSL-1.0
#include "portolan/offline/provenance.hpp"

#include "portolan/core/version.hpp"
#include "portolan/offline/contraction.hpp"
#include "portolan/world/file_sections.hpp"

#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace portolan {
namespace {

using Json = nlohmann::ordered_json;

std::string_view to_string(IndexKind kind) {
  switch (kind) {
    case IndexKind::ch:
      return "ch";
    case IndexKind::labels:
      return "labels";
    case IndexKind::blocks:
      return "blocks";
  }
  return "ch";
}

Json index_names(const BuildOptions& options) {
  if (!options.indexes) return "auto";
  Json names = Json::array();
  for (const IndexKind kind : *options.indexes) names.push_back(to_string(kind));
  return names;
}

}  // namespace

void add_provenance(WorldImage& image, const BuildOptions& options, const std::vector<std::string>& notes) {
  Json made_with = {{"memory", options.memory}, {"index", index_names(options)}};
  if (options.index_bytes) made_with["index_bytes"] = *options.index_bytes;
  const Json provenance{
      {"library", kVersion},
      {"source", {{"format", options.source.format}, {"hash", fmt::format("xxh3:{:016x}", options.source.hash)}}},
      {"options", made_with},
      {"notes", notes}};
  const std::string text = provenance.dump(-1, ' ', false, Json::error_handler_t::replace);
  image.add({}, BasicProvenance<Owned>{{text.begin(), text.end()}});
}

}  // namespace portolan
