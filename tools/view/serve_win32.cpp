// SPDX-License-Identifier: BSL-1.0
#include "common.hpp"
#include "view/serve.hpp"

namespace portolan::tools {

int serve(ViewSource& /*source*/, int /*port*/, std::string_view /*ends*/) {
  return fail("view: there is no server on Windows; --export writes the page to a file");
}

}  // namespace portolan::tools
