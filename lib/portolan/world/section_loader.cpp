// SPDX-License-Identifier: BSL-1.0
#include "portolan/world/section_loader.hpp"

#include "portolan/world/section_name.hpp"

namespace portolan {

std::optional<Error> SectionLoader::fault() const {
  if (!unfit_) return {};
  return Error{ErrorCode::corrupt, section_text(unfit_->kind, unfit_->owner) + " is missing or has the wrong size"};
}

}  // namespace portolan
