// SPDX-License-Identifier: BSL-1.0
#include "portolan/offline/provenance.hpp"

#include "portolan/core/version.hpp"

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

Json index_names(const IndexOptions& options) {
  if (!options.indexes) return "auto";
  Json names = Json::array();
  for (const IndexKind kind : *options.indexes) names.push_back(to_string(kind));
  return names;
}

}  // namespace

BasicProvenance<Owned> make_provenance(const SourceInfo& source, std::uint64_t memory, const IndexOptions& indexes,
                                       std::span<const std::string> notes) {
  Json made_with = {{"memory", memory}, {"index", index_names(indexes)}};
  if (indexes.index_bytes) made_with["index_bytes"] = *indexes.index_bytes;
  if (indexes.dead_ends == DeadEndRule::found) made_with["dead_ends"] = true;
  Json noted = Json::array();
  for (const std::string& note : notes) noted.push_back(note);
  const Json provenance{{"library", kVersion},
                        {"source", {{"format", source.format}, {"hash", fmt::format("xxh3:{:016x}", source.hash)}}},
                        {"options", made_with},
                        {"notes", noted}};
  const std::string text = provenance.dump(-1, ' ', false, Json::error_handler_t::replace);
  return {{text.begin(), text.end()}};
}

}  // namespace portolan
