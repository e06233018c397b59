// SPDX-License-Identifier: BSL-1.0
#include "drawing/sheet.hpp"

#include "drawing/canvas.hpp"
#include "drawing/svg_sheet.hpp"

namespace portolan::tools {

Result<std::unique_ptr<Sheet>> make_sheet(const std::filesystem::path& path, std::int32_t width, std::int32_t height,
                                          Colour background) {
  if (path.extension() == ".svg") {
    auto sheet = SvgSheet::create(width, height, background);
    if (!sheet) return sheet.error();
    return std::unique_ptr<Sheet>(std::make_unique<SvgSheet>(std::move(*sheet)));
  }
  if (path.extension() != ".png") {
    return Error{ErrorCode::usage, path.string() + ": the extension is neither .png nor .svg"};
  }
  auto canvas = Canvas::create(width, height, background);
  if (!canvas) return canvas.error();
  return std::unique_ptr<Sheet>(std::make_unique<Canvas>(std::move(*canvas)));
}

}  // namespace portolan::tools
