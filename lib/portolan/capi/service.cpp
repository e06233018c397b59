// SPDX-License-Identifier: BSL-1.0
#include "portolan/capi/calls.hpp"
#include "portolan/capi/handles.hpp"
#include "portolan/capi/layout.hpp"
#include "portolan/capi/path_result.hpp"
#include "portolan/capi/portolan.h"
#include "portolan/core/parallel.hpp"
#include "portolan/service/path_service.hpp"
#include "portolan/service/service_file.hpp"

#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

using namespace portolan::capi;

namespace {

template <class T>
T or_default(T value, T fallback) noexcept {
  return value == 0 ? fallback : value;
}

portolan::ServiceOptions to_own(const portolan_service_options& options) noexcept {
  const portolan::ServiceOptions usual;
  return {.slots = or_default(to_size(options.slots), usual.slots),
          .clients = or_default(to_size(options.clients), usual.clients),
          .views = or_default(to_size(options.views), usual.views),
          .old_snapshots = or_default(to_size(options.old_snapshots), usual.old_snapshots),
          .slice = or_default(options.slice, usual.slice),
          .patience = or_default(options.patience, usual.patience),
          .threads = or_default(options.threads, usual.threads)};
}

/// Whether a path, if there is one, is of the service's world.
portolan_error check_path(const portolan_service* service, const portolan_path* path) noexcept {
  return path == nullptr ? portolan_error{PORTOLAN_OK} : check_same_world(service, path);
}

}  // namespace

portolan_error portolan_service_create(const portolan_world* world, uint32_t profile,
                                       const portolan_service_options* options, portolan_service** service) {
  if (service == nullptr) return PORTOLAN_ERROR_NULL;
  *service = nullptr;
  if (const auto error = check_handle(world)) return error;
  portolan::ServiceOptions asked;
  if (options != nullptr) {
    if (const auto error = check_struct(options)) return error;
    asked = to_own(*options);
  }
  if (asked.threads > portolan::kMaxThreads || asked.slice < portolan::ServiceOptions::kLeastSlice) {
    return PORTOLAN_ERROR_VALUE;
  }
  const portolan::World& opened = world->opened->world;
  if (const auto error = check_profile(opened, profile)) return error;
  return guarded([&] {
    *service = new portolan_service{.opened = world->opened, .service = portolan::PathService(opened, profile, asked)};
    return portolan_error{PORTOLAN_OK};
  });
}

portolan_error portolan_service_destroy(portolan_service** service) {
  return give_back(service);
}

portolan_error portolan_service_show(portolan_service* service, uint64_t view, const portolan_overlay* overlay,
                                     portolan_status* status) {
  if (const auto error = first_error({check_handle(service), check_pointer(status)})) return error;
  if (overlay != nullptr) {
    if (const auto error = check_handle(overlay)) return error;
    if (overlay->opened != service->opened) return PORTOLAN_ERROR_OTHER_WORLD;
  }
  return guarded([&] {
    const portolan::Answer answer = service->service.show(
        to_size(view), overlay == nullptr ? nullptr : std::make_shared<const portolan::Overlay>(overlay->overlay));
    if (const auto error = error_of(answer)) return error;
    *status = static_cast<portolan_status>(answer.status);
    return portolan_error{PORTOLAN_OK};
  });
}

portolan_error portolan_service_revision(const portolan_service* service, uint64_t view, uint64_t* revision) {
  if (const auto error = first_error({check_handle(service), check_pointer(revision)})) return error;
  if (view >= service->service.options().views) return PORTOLAN_ERROR_RANGE;
  *revision = service->service.revision(to_size(view));
  return PORTOLAN_OK;
}

portolan_error portolan_service_submit(portolan_service* service, const portolan_path_request* request,
                                       const portolan_service_terms* terms, portolan_path* path,
                                       portolan_status* status, uint64_t* ticket) {
  if (const auto error = first_error({check_handle(service), check_request(request), check_path(service, path),
                                      check_pointer(status), check_pointer(ticket)})) {
    return error;
  }
  portolan::RequestTerms asked;
  if (terms != nullptr) {
    if (const auto error = check_struct(terms)) return error;
    asked = {.client = to_size(terms->client), .priority = terms->priority, .view = to_size(terms->view)};
  }
  portolan::Path none;
  const portolan::Submission sent =
      service->service.submit(to_own(*request), asked, std::move(path == nullptr ? none : path->path));
  if (const auto error = error_of(sent)) return error;
  *status = static_cast<portolan_status>(sent.status);
  if (sent.status == portolan::Status::found) *ticket = sent.ticket.number;
  return PORTOLAN_OK;
}

portolan_error portolan_service_tick(portolan_service* service, uint64_t expansions, portolan_service_report* report) {
  if (const auto error = check_handle(service)) return error;
  if (report != nullptr) {
    if (const auto error = check_struct(report)) return error;
  }
  service->ticked = service->service.tick({expansions});
  if (report != nullptr) {
    report->charged = service->ticked.charged;
    report->searches = service->ticked.searches;
    report->answered = service->ticked.answered.size();
  }
  return PORTOLAN_OK;
}

portolan_error portolan_service_answered(const portolan_service* service, uint64_t* tickets, size_t capacity,
                                         size_t* count) {
  if (const auto error = check_handle(service)) return error;
  const auto answered = service->ticked.answered;
  const auto at = [&](std::size_t i) { return answered[i].number; };
  return write_array(answered.size(), at, tickets, capacity, count);
}

portolan_error portolan_service_poll(portolan_service* service, uint64_t ticket, portolan_path* path,
                                     portolan_ticket_state* state, portolan_path_result* result,
                                     portolan_served* served) {
  if (const auto error =
          first_error({check_handle(service), check_path(service, path), check_pointer(state), check_struct(result)})) {
    return error;
  }
  if (served != nullptr) {
    if (const auto error = check_struct(served)) return error;
  }
  portolan::ServedPath answer;
  const portolan::TicketState stands = service->service.poll({ticket}, answer);
  *state = static_cast<portolan_ticket_state>(stands);
  if (stands != portolan::TicketState::answered) return PORTOLAN_OK;
  if (path != nullptr) path->path = std::move(answer.path);
  write_result(answer.result, path, *result);
  if (served != nullptr) {
    served->revision = answer.revision;
    served->asked = answer.asked;
    served->answered = answer.answered;
    served->charged = answer.charged;
  }
  return PORTOLAN_OK;
}

portolan_error portolan_service_cancel(portolan_service* service, uint64_t ticket, portolan_path* path,
                                       portolan_ticket_state* state) {
  if (const auto error = first_error({check_handle(service), check_path(service, path)})) return error;
  if (state != nullptr) *state = static_cast<portolan_ticket_state>(service->service.state({ticket}));
  auto memory = service->service.cancel({ticket});
  if (memory && path != nullptr) path->path = std::move(*memory);
  return PORTOLAN_OK;
}

portolan_error portolan_service_snapshots(const portolan_service* service, uint64_t* revisions, size_t capacity,
                                          size_t* count) {
  if (const auto error = check_handle(service)) return error;
  return guarded([&] {
    const std::vector<portolan::ServedSnapshot> all = service->service.snapshots();
    return write_array(
        all.size(), [&](std::size_t i) { return all[i].revision; }, revisions, capacity, count);
  });
}

portolan_error portolan_service_bytes(const portolan_service* service, uint8_t* bytes, size_t capacity, size_t* count) {
  if (const auto error = check_handle(service)) return error;
  return guarded(
      [&] { return write_bytes(portolan::ServiceFile::bytes_of(service->service), bytes, capacity, count); });
}

portolan_error portolan_service_hash(const portolan_service* service, uint64_t* hash) {
  if (const auto error = first_error({check_handle(service), check_pointer(hash)})) return error;
  return guarded([&] {
    *hash = portolan::ServiceFile::hash_of(service->service);
    return portolan_error{PORTOLAN_OK};
  });
}

portolan_error portolan_service_read(portolan_service* service, const uint8_t* bytes, size_t size,
                                     const portolan_overlay* const* overlays, size_t overlay_count) {
  if (const auto error =
          first_error({check_handle(service), check_buffer(bytes, size), check_buffer(overlays, overlay_count)})) {
    return error;
  }
  for (const portolan_overlay* const overlay : std::span(overlays, overlay_count)) {
    if (overlay == nullptr) continue;
    if (const auto error = check_handle(overlay)) return error;
    if (overlay->opened != service->opened) return PORTOLAN_ERROR_OTHER_WORLD;
  }
  return guarded([&] {
    std::vector<std::shared_ptr<const portolan::Overlay>> shown;
    for (const portolan_overlay* const overlay : std::span(overlays, overlay_count)) {
      shown.push_back(overlay == nullptr ? nullptr : std::make_shared<const portolan::Overlay>(overlay->overlay));
    }
    const auto read = portolan::ServiceFile::read(std::as_bytes(std::span(bytes, size)), shown, service->service);
    if (read) service->ticked = {};
    if (read) return portolan_error{PORTOLAN_OK};
    return code_of_state(read.error().code);
  });
}
