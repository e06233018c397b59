// SPDX-License-Identifier: BSL-1.0
#include "portolan/capi/calls.hpp"
#include "portolan/capi/handles.hpp"
#include "portolan/capi/layout.hpp"
#include "portolan/capi/portolan.h"
#include "portolan/world/tag_closures.hpp"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

using namespace portolan::capi;

namespace {

portolan_error check_tag(const portolan_tag& tag) noexcept {
  return first_error({check_buffer(tag.links, tag.link_count), check_buffer(tag.terrains, tag.terrain_count),
                      check_buffer(tag.areas, tag.area_count)});
}

portolan::Tag to_own(const portolan_tag& tag) {
  portolan::Tag own;
  own.links.assign(tag.links, tag.links + tag.link_count);
  own.terrains.assign(tag.terrains, tag.terrains + tag.terrain_count);
  for (const portolan_rect& area : std::span(tag.areas, tag.area_count)) {
    own.areas.push_back(::portolan::capi::to_own(area));
  }
  return own;
}

}  // namespace

portolan_error portolan_tags_create(const portolan_world* world, const portolan_tag* tags, size_t count, uint8_t closed,
                                    size_t closures, portolan_tags** made) {
  if (made == nullptr) return PORTOLAN_ERROR_NULL;
  *made = nullptr;
  if (const auto error = first_error({check_handle(world), check_buffer(tags, count)})) return error;
  if (world->opened->world.profiles().empty()) return PORTOLAN_ERROR_MISSING;
  if (count > portolan::kMostTags || closures == 0) return PORTOLAN_ERROR_VALUE;
  for (const portolan_tag& tag : std::span(tags, count)) {
    if (const auto error = check_tag(tag)) return error;
  }
  return guarded([&] {
    std::vector<portolan::Tag> own;
    for (const portolan_tag& tag : std::span(tags, count)) own.push_back(to_own(tag));
    auto created =
        portolan::TagClosures::make(world->opened->world, std::move(own), {.closed = closed, .closures = closures});
    if (!created) return code_of(created.error().code);
    *made = new portolan_tags{.opened = world->opened, .closures = std::move(*created)};
    return portolan_error{PORTOLAN_OK};
  });
}

portolan_error portolan_tags_destroy(portolan_tags** tags) {
  return give_back(tags);
}

portolan_error portolan_tags_use(portolan_tags* tags, const portolan_overlay* overlay) {
  if (const auto error = check_handle(tags)) return error;
  if (overlay != nullptr) {
    if (const auto error = check_handle(overlay)) return error;
    if (overlay->opened != tags->opened) return PORTOLAN_ERROR_OTHER_WORLD;
  }
  return guarded([&] {
    tags->closures.use(overlay == nullptr ? portolan::Overlay(tags->opened->world) : overlay->overlay);
    return portolan_error{PORTOLAN_OK};
  });
}

portolan_error portolan_tags_view(portolan_tags* tags, uint64_t has, portolan_overlay** overlay) {
  if (overlay == nullptr) return PORTOLAN_ERROR_NULL;
  *overlay = nullptr;
  if (const auto error = check_handle(tags)) return error;
  return guarded([&] {
    const portolan::TagView view = tags->closures.view(has);
    if (view.overlay == nullptr) return portolan_error{PORTOLAN_ERROR_LIMIT};
    *overlay = new portolan_overlay{.opened = tags->opened, .overlay = *view.overlay};
    return portolan_error{PORTOLAN_OK};
  });
}

portolan_error portolan_tags_forget(portolan_tags* tags, uint64_t has) {
  if (const auto error = check_handle(tags)) return error;
  tags->closures.forget(has);
  return PORTOLAN_OK;
}

portolan_error portolan_tags_refresh(portolan_tags* tags, size_t regions, size_t* left) {
  if (const auto error = check_handle(tags)) return error;
  return guarded([&] {
    const std::size_t remain = tags->closures.refresh(regions);
    if (left != nullptr) *left = remain;
    return portolan_error{PORTOLAN_OK};
  });
}
