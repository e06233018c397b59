// SPDX-License-Identifier: BSL-1.0
// UTF-8: judging whether bytes are such text or a name, and showing them in messages whatever they are.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace portolan {

/// The number of bytes of the UTF-8 character that the text, which must not be empty, starts with; 0 where there is
/// none. Refuses overlong forms, surrogates and values beyond U+10FFFF.
[[nodiscard]] std::size_t utf8_length(std::string_view text) noexcept;

/// Whether the whole text is UTF-8. O(bytes).
[[nodiscard]] bool is_utf8(std::string_view text) noexcept;

/// The longest name of anything, in bytes.
inline constexpr std::size_t kMaxNameBytes = 255;

/// Whether a text may name something: 1 to kMaxNameBytes bytes of UTF-8 without NUL, at which C would end it.
[[nodiscard]] bool is_name(std::string_view text) noexcept;

/// The rule of is_name in words, for messages that begin "is not".
inline constexpr std::string_view kNameRule = "1 to 255 bytes of UTF-8 without NUL";
static_assert(kMaxNameBytes == 255);

/// The text without the byte order mark that it may begin with.
[[nodiscard]] std::string_view without_byte_order_mark(std::string_view text) noexcept;

/// A text from a file as part of a message: on one line, control characters and broken UTF-8 as `\xNN`, cut to about
/// `most` bytes.
[[nodiscard]] std::string printable(std::string_view text, std::size_t most = 60);

/// The printable text in single quotes.
[[nodiscard]] std::string in_quotes(std::string_view text);

}  // namespace portolan
