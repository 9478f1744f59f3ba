// c++filt of GNU binutils, and llvm-cxxfilt, which follows it: demangles the names in a text and keeps
// the rest.
#include <cstdio>

#include "common/run.h"
#include "dropin/gnu_styles.h"
#include "dropin/options_of.h"
#include "dropin/question_lines.h"
#include "dropin/roles.h"
#include "ground/base/words.h"
#include "ground/io/lines.h"
#include "ground/print/output.h"
#include "ground/print/visible.h"
#include "names/demangle/demangle.h"

namespace symkit::dropin {
namespace {

struct FilterOptions {
  bool is_gnu = true;  // otherwise LLVM's, which has no styles
  GnuStyle style = GnuStyle::Auto;
  bool strip_underscore = false;
  bool types = false;
  demangle::DemangleOptions how = {};
  std::vector<std::string> names = {};
};

const OptionSet filter_options = {
    .letters = "_hinprRs:tvV",
    .names = {{"strip-underscore", no_argument, nullptr, '_'},
              {"strip-underscores", no_argument, nullptr, '_'},
              {"format", required_argument, nullptr, 's'},
              {"help", no_argument, nullptr, 'h'},
              {"no-params", no_argument, nullptr, 'p'},
              {"no-strip-underscores", no_argument, nullptr, 'n'},
              {"no-strip-underscore", no_argument, nullptr, 'n'},
              {"no-verbose", no_argument, nullptr, 'i'},
              {"no-recurse-limit", no_argument, nullptr, 'r'},
              {"recurse-limit", no_argument, nullptr, 'R'},
              {"types", no_argument, nullptr, 't'},
              {"version", no_argument, nullptr, 'v'}},
};

constexpr std::string_view filter_help =
    "Usage: c++filt [options] [mangled names]\n"
    " symlookup as a replacement for c++filt: same options, same output; docs/drop-in.md lists the "
    "differences\n";
constexpr std::string_view filter_version =
    "GNU c++filt (in whose place symkit " SYMKIT_VERSION " stands) 2.40\n";

constexpr std::string_view letters_of_names =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$.";

class NameFilter {
 public:
  explicit NameFilter(const FilterOptions& options) : options_(options) {}

  void append(std::string_view mangled, std::string& out) const {
    std::string_view name = mangled;
    if (options_.style == GnuStyle::None) return void(out += mangled);
    if (options_.strip_underscore && name.starts_with('_')) name.remove_prefix(1);
    if (is_wanted(name))
      if (const std::string readable = demangle::demangle(name, options_.how); readable != name)
        return print::append_visible(out, readable);
    if (options_.types)
      if (const std::string type = type_of(name); !type.empty()) return print::append_visible(out, type);
    out += mangled;
  }

  // A word consists of characters that a mangled name may have; the text between words is copied.
  void append_text(std::string_view text, std::string& out) const {
    while (!text.empty()) {
      const std::size_t begin = std::min(text.find_first_of(letters_of_names), text.size());
      out += text.substr(0, begin);
      text.remove_prefix(begin);
      const std::size_t end = std::min(text.find_first_not_of(letters_of_names), text.size());
      append(text.substr(0, end), out);
      text.remove_prefix(end);
    }
  }

 private:
  bool is_wanted(std::string_view name) const {
    // -_ is for Mach-O's underscore; Microsoft's names are for other tools.
    for (const std::string_view other : {"__Z", "____Z", "__R", "__D", "__T", "?", "@"})
      if (name.starts_with(other)) return false;
    const std::string_view language = demangle::language_of(name);
    switch (options_.style) {
      case GnuStyle::Cpp: return language == "C++";
      case GnuStyle::Rust: return language == "Rust" || is_rust(name);
      case GnuStyle::D: return language == "D";
      default: return true;
    }
  }

  // "_ZN4core3fmt17h0123456789abcdefE": C++'s mangling with a hash as the last part.
  static bool is_rust(std::string_view name) {
    constexpr std::size_t size = 20;
    if (!name.starts_with("_ZN") || name.size() < size || !name.ends_with('E')) return false;
    const std::string_view last = name.substr(name.size() - size, size - 1);
    return last.starts_with("17h") && last.find_first_not_of("0123456789abcdef", 3) == std::string_view::npos;
  }

  // "i" is int. The type of a typeinfo is a single complete type.
  std::string type_of(std::string_view name) const {
    constexpr std::string_view before = "typeinfo for ";
    if (name.empty()) return {};
    std::string text = demangle::demangle(say("_ZTI", name), options_.how);
    return text.starts_with(before) ? text.substr(before.size()) : std::string();
  }

  const FilterOptions& options_;
};

std::optional<Ending> take_format(const Call& call, std::string_view name, FilterOptions& options) {
  if (!options.is_gnu) return {};  // llvm-cxxfilt ignores it
  const auto style = gnu_style_of(name);
  if (!style) return Ending{1, say(call.program, ": unknown demangling style `", name, "'\n")};
  options.style = *style;
  options.how.as_gnu = *style != GnuStyle::D;
  return {};
}

std::optional<int> read_filter_options(const Call& call, FilterOptions& options) {
  const auto take = [&](int option, std::string_view value) -> std::optional<Ending> {
    switch (option) {
      case '_': options.strip_underscore = true; break;
      case 'n': options.strip_underscore = false; break;
      case 'p': options.how.no_parameters = true; break;
      case 't': options.types = true; break;
      case 'i': options.how.verbose = false; break;
      case 's': return take_format(call, value, options);
      case 'h': return Ending{0, std::string(filter_help)};
      case 'v':
      case 'V': return Ending{0, std::string(filter_version)};
      default: break;
    }
    return {};
  };
  const auto refused = [&](std::string_view word) {
    return say(call.program, ": invalid option -- '", word, "'\n", filter_help);
  };
  auto read = read_options(call.program, call.arguments, filter_options, take, refused);
  options.names = std::move(read.operands);
  return read.status;
}

}  // namespace

int cxxfilt(const Call& call) {
  FilterOptions options;
  options.is_gnu = !call.program.contains("llvm");
  options.how = {.as_llvm_symbolizer = !options.is_gnu, .as_gnu = options.is_gnu, .verbose = options.is_gnu};
  if (const auto status = read_filter_options(call, options)) return *status;
  return tools::run(call.program, tools::ColorChoice::Never, [&](tools::Console&) -> Result<void> {
    const NameFilter filter(options);
    print::Output output;
    for (const std::string& name : options.names) {
      filter.append(name, output.buffer());
      output.write("\n");
    }
    if (!options.names.empty()) return output.flush();
    return answer_lines(output, io::Lines::longest_line, [&filter](std::string_view line, std::string& out) {
      filter.append_text(line, out);
    });
  });
}

}  // namespace symkit::dropin
