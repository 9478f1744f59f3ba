// c++filt of GNU binutils, which llvm-cxxfilt follows: the mangled names in a text made readable, its words
// as they were.
#include <cstdio>

#include "base/words.h"
#include "common/run.h"
#include "demangle/demangle.h"
#include "dropin/options_of.h"
#include "dropin/question_lines.h"
#include "dropin/roles.h"
#include "io/lines.h"
#include "print/output.h"
#include "print/visible.h"

namespace symkit::dropin {
namespace {

struct FilterOptions {
  bool strip_underscore = false;
  bool types = false;
  demangle::DemangleOptions how = {.as_llvm_symbolizer = true};
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
    " symlookup in the place of c++filt: its options, its output; docs/drop-in.md says what differs\n";
constexpr std::string_view filter_version = "GNU c++filt 2.40, whose place symkit " SYMKIT_VERSION " takes\n";

constexpr std::string_view letters_of_names =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$.";

class NameFilter {
 public:
  explicit NameFilter(const FilterOptions& options) : options_(options) {}

  void append(std::string_view mangled, std::string& out) const {
    std::string_view name = mangled;
    if (options_.strip_underscore && name.starts_with('_')) name.remove_prefix(1);
    if (std::string readable = demangle::demangle(name, options_.how); readable != name)
      return print::append_visible(out, readable);
    if (options_.types)
      if (const std::string type = type_of(name); !type.empty()) return print::append_visible(out, type);
    out += mangled;
  }

  // Words are the letters that a mangled name may have; what is between them stays.
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
  // A type as an argument of a function: "i" is int.
  std::string type_of(std::string_view name) const {
    if (name.empty()) return {};
    const std::string function = demangle::demangle(say("_Z1f", name), {.as_llvm_symbolizer = true});
    if (!function.starts_with("f(") || !function.ends_with(')')) return {};
    std::string type = function.substr(2, function.size() - 3);
    return type.empty() && name == "v" ? "void" : type;
  }

  const FilterOptions& options_;
};

std::optional<int> read_filter_options(const Call& call, FilterOptions& options) {
  const auto take = [&](int option, std::string_view) -> std::optional<Ending> {
    switch (option) {
      case '_': options.strip_underscore = true; break;
      case 'n': options.strip_underscore = false; break;
      case 'p': options.how.no_parameters = true; break;
      case 't': options.types = true; break;
      case 's': break;  // every scheme is known by its names
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
  auto read = read_options(call.program, with_response_files(call.arguments), filter_options, take, refused);
  options.names = std::move(read.operands);
  return read.status;
}

}  // namespace

int cxxfilt(const Call& call) {
  FilterOptions options;
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
