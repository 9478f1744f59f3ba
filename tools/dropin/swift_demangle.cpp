// swift-demangle of Swift's toolchain: demangles names on the command line, or in a text.

#include "common/run.h"
#include "dropin/options_of.h"
#include "dropin/question_lines.h"
#include "dropin/roles.h"
#include "ground/base/words.h"
#include "ground/io/lines.h"
#include "ground/print/output.h"
#include "ground/print/visible.h"
#include "names/demangle/demangle.h"
#include "names/demangle/names_in_text.h"

namespace symkit::dropin {
namespace {

struct SwiftOptions {
  bool compact = false;
  demangle::DemangleOptions how = {};
  std::vector<std::string> names = {};
};

enum SwiftOption { swift_simplified = 256, swift_compact, swift_asks_help, swift_asks_version };

const OptionSet swift_options = {
    .letters = "",
    .names = {{"simplified", no_argument, nullptr, swift_simplified},
              {"compact", no_argument, nullptr, swift_compact},
              {"help", no_argument, nullptr, swift_asks_help},
              {"version", no_argument, nullptr, swift_asks_version}},
    .one_dash_is_enough = true,
    .has_response_files = false,
};

constexpr std::string_view swift_help =
    "symlookup as a replacement for swift-demangle: -compact, -simplified, names or text on standard input;\n"
    "docs/drop-in.md lists the differences\n";

void append_in_text(std::string_view text, const demangle::DemangleOptions& how, std::string& out) {
  std::size_t done = 0;
  demangle::NamesInText names(text);
  for (std::string_view name = names.next(); !name.empty(); name = names.next()) {
    if (demangle::language_of(name) != "Swift") continue;
    const auto at = static_cast<std::size_t>(name.data() - text.data());
    out += text.substr(done, at - done);
    print::append_visible(out, demangle::demangle(name, how));
    done = at + name.size();
  }
  out += text.substr(done);
}

std::optional<int> read_swift_options(const Call& call, SwiftOptions& options) {
  const auto take = [&](int option, std::string_view) -> std::optional<Ending> {
    if (option == swift_simplified) options.how.simplified = true;
    if (option == swift_compact) options.compact = true;
    const bool asks = option == swift_asks_help || option == swift_asks_version;
    return asks ? std::optional(Ending{0, std::string(swift_help)}) : std::nullopt;
  };
  const auto refused = [&](std::string_view word) {
    return say(call.program, ": Unknown command line argument '", word, "'\n");
  };
  auto read = read_options(call.program, call.arguments, swift_options, take, refused);
  options.names = std::move(read.operands);
  return read.status;
}

}  // namespace

int swift_demangle(const Call& call) {
  SwiftOptions options;
  if (const auto status = read_swift_options(call, options)) return *status;
  return tools::run(call.program, tools::ColorChoice::Never, [&](tools::Console&) -> Result<void> {
    print::Output output;
    for (const std::string& name : options.names) {
      const std::string readable = demangle::demangle(name, options.how);
      if (!options.compact) output.write(say(name, " ---> "));
      output.write(print::visible(readable));
      output.write("\n");
    }
    if (!options.names.empty()) return output.flush();
    return answer_lines(output, io::Lines::longest_line, [&options](std::string_view line, std::string& out) {
      append_in_text(line, options.how, out);
    });
  });
}

}  // namespace symkit::dropin
