// SPDX-License-Identifier: BSL-1.0
#include "progress.hpp"

#include "console.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

#include <fmt/format.h>

namespace portolan::tools {
namespace {

constexpr std::chrono::milliseconds kBetweenWrites{100};

}  // namespace

std::string progress_text(std::string_view stage, double part, double seconds) {
  // Below these the rest is a guess.
  constexpr double kLeastPart = 0.02;
  constexpr double kLeastSeconds = 1;
  constexpr double kMinute = 60;
  std::string text = fmt::format("{} {} %", stage, static_cast<int>(100 * std::clamp(part, 0.0, 1.0)));
  if (part < kLeastPart || seconds < kLeastSeconds) return text;
  const double left = std::ceil(seconds * (1 - std::min(part, 1.0)) / part);
  return text + (left < 2 * kMinute ? fmt::format(", {:.0f} s left", left)
                                    : fmt::format(", {:.0f} min left", std::ceil(left / kMinute)));
}

ProgressLine::ProgressLine(std::function<Clock::time_point()> now)
    : now_(std::move(now)), watched_(is_stderr_watched()) {}

void ProgressLine::begin(std::string_view stage) {
  if (!watched_) return;
  stage_ = stage;
  part_ = 0;
  by_part_ = true;
  begun_ = last_ = now_();
  write(fmt::format("{} ...", stage_));
}

void ProgressLine::show(double part) {
  if (!watched_ || stage_.empty()) return;
  if (by_part_ && part < part_) {
    by_part_ = false;
    write(fmt::format("{} ...", stage_));
  }
  part_ = part;
  const auto now = now_();
  if (!by_part_ || now - last_ < kBetweenWrites) return;
  last_ = now;
  write(progress_text(stage_, part, std::chrono::duration<double>(now - begun_).count()));
}

void ProgressLine::clear() {
  if (written_) write("");
  written_ = false;
  stage_.clear();
}

/// Over what stood there. Where it cannot be written, nothing is lost.
void ProgressLine::write(std::string_view text) {
  const std::string line = fmt::format("\r\033[K{}", text);
  std::fputs(line.c_str(), stderr);
  written_ = true;
}

}  // namespace portolan::tools
