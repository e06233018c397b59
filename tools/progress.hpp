// SPDX-License-Identifier: BSL-1.0
// What a person who watches a terminal is told of long work.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <string_view>

namespace portolan::tools {

/// A stage of which a part from 0 to 1 is done after so many seconds, as "regions 43 %, 12 s left"; no time where
/// little is known yet.
[[nodiscard]] std::string progress_text(std::string_view stage, double part, double seconds);

/// A line on stderr about the stage that is under way, shown only where stderr is a terminal, and taken away at the
/// end. One thread.
class ProgressLine {
 public:
  using Clock = std::chrono::steady_clock;
  /// `now` tells the time.
  explicit ProgressLine(std::function<Clock::time_point()> now = Clock::now);
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ~ProgressLine() { clear(); }

  /// A stage begins, of which nothing is done.
  void begin(std::string_view stage);
  /// So much of the stage is done, from 0 to 1. Where the part falls, the stage has several loops, and it is no longer
  /// told. Writes ten times a second at most.
  void show(double part);
  /// Takes the line away until the next stage.
  void clear();

 private:
  void write(std::string_view text);

  std::function<Clock::time_point()> now_;
  bool watched_;
  bool written_ = false;
  bool by_part_ = true;  ///< the part has not fallen
  double part_ = 0;
  std::string stage_;
  Clock::time_point begun_;
  Clock::time_point last_;
};

}  // namespace portolan::tools
