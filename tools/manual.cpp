// SPDX-License-Identifier: BSL-1.0
#include "manual.hpp"

#include "portolan/core/version.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace portolan::tools {
namespace {

/// As roff reads it: hyphens that are minus signs, no line that is a request.
std::string in_roff(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if ((c == '.' || c == '\'') && (escaped.empty() || escaped.back() == '\n')) escaped += "\\&";
    if (c == '\\') {
      escaped += "\\e";
    } else if (c == '-') {
      escaped += "\\-";
    } else {
      escaped += c;
    }
  }
  return escaped;
}

std::vector<const CLI::App*> subcommands_of(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
}

/// Those that are shown in help.
std::vector<const CLI::Option*> options_of(const CLI::App& command) {
  std::vector<const CLI::Option*> options = command.get_options();
  std::erase_if(options, [](const CLI::Option* option) { return option->get_group().empty(); });
  return options;
}

/// "-o, --output", or the name of a positional.
std::string names_of(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  return names.empty() ? option.get_name(true) : fmt::format("{}", fmt::join(names, ", "));
}

/// What stands behind it: nothing behind a flag or for a positional.
std::string value_of(const CLI::Option& option) {
  const bool takes_none = option.get_items_expected_max() == 0;
  if (takes_none || !option.nonpositional()) return {};
  return " " + option.get_type_name();
}

/// FROM, [FLOOR].
std::string synopsis_of(const CLI::App& command) {
  std::string text;
  for (const CLI::Option* const option : options_of(command)) {
    if (option->nonpositional()) continue;
    const std::string name = option->get_name(true);
    text += option->get_required() ? " " + name : " [" + name + "]";
  }
  return text;
}

}  // namespace

std::string manual_page(const CLI::App& app) {
  std::string page = fmt::format(".TH PORTOLAN 1 \"\" \"portolan {}\" \"User Commands\"\n", kVersion);
  page += fmt::format(".SH NAME\nportolan \\- {}\n", in_roff(app.get_description()));
  page += ".SH SYNOPSIS\n";
  for (const CLI::App* const command : subcommands_of(app)) {
    page +=
        fmt::format(".B portolan {}\n[\\fIoptions\\fR]{}\n.br\n", command->get_name(), in_roff(synopsis_of(*command)));
  }
  page +=
      ".SH DESCRIPTION\nTurns tile maps and boards into world files, and asks these for paths. \\fBportolan help\\fR "
      "\\fISUBCOMMAND\\fR says what one takes.\n";
  for (const CLI::App* const command : subcommands_of(app)) {
    page += fmt::format(".SS {}{}\n{}.\n", command->get_name(), in_roff(synopsis_of(*command)),
                        in_roff(command->get_description()));
    for (const CLI::Option* const option : options_of(*command)) {
      page += fmt::format(".TP\n.B {}{}\n{}\n", in_roff(names_of(*option)), in_roff(value_of(*option)),
                          option->get_description().empty() ? "\\&" : in_roff(option->get_description()));
    }
  }
  page +=
      ".SH EXIT STATUS\n0: done, found, all right. 1: an honest no, such as no path or a fault found by \\fBcheck\\fR. "
      "2: bad usage, or input that cannot be read.\n";
  return page;
}

std::string bash_completion(const CLI::App& app) {
  std::vector<std::string> names;
  std::string cases;
  for (const CLI::App* const command : subcommands_of(app)) {
    names.push_back(command->get_name());
    std::vector<std::string> options;
    for (const CLI::Option* const option : options_of(*command)) {
      for (const std::string& name : option->get_lnames()) options.push_back("--" + name);
    }
    cases += fmt::format("    {}) words=\"{}\" ;;\n", command->get_name(), fmt::join(options, " "));
  }
  return fmt::format(
      "# bash completion of portolan {}\n"
      "_portolan() {{\n"
      "  local word=${{COMP_WORDS[COMP_CWORD]}} words=\n"
      "  COMPREPLY=()\n"
      "  if [[ $COMP_CWORD -eq 1 || (${{COMP_WORDS[1]}} == help && $COMP_CWORD -eq 2) ]]; then\n"
      "    COMPREPLY=($(compgen -W \"{} --help --version\" -- \"$word\"))\n"
      "    return\n"
      "  fi\n"
      "  [[ $word == -* ]] || return 0\n"
      "  case ${{COMP_WORDS[1]}} in\n"
      "{}"
      "  esac\n"
      "  COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
      "}}\n"
      "complete -o bashdefault -o default -F _portolan portolan\n",
      kVersion, fmt::join(names, " "), cases);
}

}  // namespace portolan::tools
