// addr2line of GNU binutils 2.40.
#include <charconv>
#include <cstdio>

#include "common/run.h"
#include "dropin/gnu_styles.h"
#include "dropin/gnu_targets.h"
#include "dropin/object_files.h"
#include "dropin/options_of.h"
#include "dropin/question_lines.h"
#include "dropin/roles.h"
#include "files/container/debug_link.h"
#include "ground/base/words.h"
#include "ground/print/frames.h"
#include "ground/print/output.h"
#include "ground/print/visible.h"

namespace symkit::dropin {
namespace {

struct GnuOptions {
  std::string file = "a.out";
  std::string section = {};
  GnuTarget target = GnuTarget::Known;
  bool addresses = false;
  bool base_names = false;
  bool demangled = false;
  bool functions = false;
  bool inlines = false;
  bool pretty = false;
  std::vector<std::string> queries = {};
};

const OptionSet gnu_options = {
    .letters = "ab:Ce:rRsfHhij:pVv",
    .names = {{"addresses", no_argument, nullptr, 'a'},
              {"basenames", no_argument, nullptr, 's'},
              {"demangle", optional_argument, nullptr, 'C'},
              {"exe", required_argument, nullptr, 'e'},
              {"functions", no_argument, nullptr, 'f'},
              {"help", no_argument, nullptr, 'h'},
              {"inlines", no_argument, nullptr, 'i'},
              {"no-recurse-limit", no_argument, nullptr, 'r'},
              {"no-recursion-limit", no_argument, nullptr, 'r'},
              {"pretty-print", no_argument, nullptr, 'p'},
              {"recurse-limit", no_argument, nullptr, 'R'},
              {"recursion-limit", no_argument, nullptr, 'R'},
              {"section", required_argument, nullptr, 'j'},
              {"target", required_argument, nullptr, 'b'},
              {"version", no_argument, nullptr, 'v'}},
};

constexpr std::string_view gnu_help =
    "Usage: addr2line [option(s)] [addr(s)]\n"
    " symlookup as a replacement for GNU addr2line: same options, same output; docs/drop-in.md lists the "
    "differences\n";
constexpr std::string_view gnu_version =
    "GNU addr2line (in whose place symkit " SYMKIT_VERSION " stands) 2.40\n";

Ending unknown_style(const Call& call, std::string_view style) {
  return {1, say(call.program, ": unknown demangling style `", style, "'\n")};
}

std::optional<int> read_gnu_options(const Call& call, GnuOptions& options) {
  const auto take = [&](int option, std::string_view value) -> std::optional<Ending> {
    switch (option) {
      case 'a': options.addresses = true; break;
      case 'C': {
        const auto style = gnu_style_of(value);
        if (!style) return unknown_style(call, value);
        options.demangled = *style != GnuStyle::None;
        break;
      }
      case 'b': options.target = gnu_target_of(value); break;
      case 'e': options.file = value; break;
      case 'f': options.functions = true; break;
      case 'i': options.inlines = true; break;
      case 'j': options.section = value; break;
      case 'p': options.pretty = true; break;
      case 's': options.base_names = true; break;
      case 'h':
      case 'H': return Ending{0, std::string(gnu_help)};
      case 'v':
      case 'V': return Ending{0, std::string(gnu_version)};
      default: break;  // the demangler's recursion limit has no effect here
    }
    return {};
  };
  const auto refused = [&](std::string_view word) {
    return say(call.program, ": invalid option -- '", word, "'\n", gnu_help);
  };
  auto read = read_options(call.program, call.arguments, gnu_options, take, refused);
  options.queries = std::move(read.operands);
  return read.status;
}

// As strtoull parses hexadecimal: text after the digits is ignored, and no digits are 0.
std::uint64_t leading_hex(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
  if (text.starts_with("0x") || text.starts_with("0X")) text.remove_prefix(2);
  std::uint64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value, 16);
  return value;
}

class GnuSession {
 public:
  GnuSession(const GnuOptions& options, ObjectFiles& files) : options_(options), files_(files) {}

  // If the file or the section does not exist, no query is answered.
  Result<void> open() {
    const auto file = files_.find(options_.file);
    if (!file) return fail(say("'", options_.file, "': ", file.error().message));
    if (options_.target == GnuTarget::Unknown) return fail(say(options_.file, ": invalid bfd target"));
    if (!options_.section.empty() && !(*file)->begin_of_section(options_.section))
      return fail(say(options_.file, ": cannot find section ", options_.section));
    return {};
  }

  Result<void> answer_arguments(print::Output& output) {
    for (const std::string& query : options_.queries) {
      answer(query, output.buffer());
      output.written();
    }
    return output.flush();
  }

  Result<void> answer_questions(print::Output& output) {
    return answer_lines(output, longest_query,
                        [this](std::string_view line, std::string& out) { answer(line, out); });
  }

 private:
  // The file may have changed since the last query.
  void answer(std::string_view query, std::string& out) {
    const auto found_file = files_.find(options_.file);
    ObjectFile* const file = found_file ? *found_file : nullptr;
    std::uint64_t address = leading_hex(query);
    if (options_.addresses) append_address(address, file == nullptr || file->is_64_bit(), out);
    if (file == nullptr || options_.target == GnuTarget::NoCode) return append_nothing(out);
    if (!options_.section.empty()) address += file->begin_of_section(options_.section).value_or(0);
    const symbolize::Resolution* const found = file->resolve(address);
    if (found == nullptr || found->frames.empty()) return append_unknown(address, *file, out);
    const std::size_t count = options_.inlines ? found->frames.size() : 1;
    for (std::size_t i = 0; i < count; ++i) {
      if (i > 0 && options_.pretty) out += " (inlined by) ";
      append_frame(found->frames[i], found->frames.front().discriminator, out);
    }
  }

  void append_address(std::uint64_t address, bool is_64_bit, std::string& out) const {
    std::string digits = hex(address).substr(2);
    const std::size_t width = is_64_bit ? 16 : 8;
    if (digits.size() < width) digits.insert(0, width - digits.size(), '0');
    out += say("0x", digits, options_.pretty ? ": " : "\n");
  }

  void append_unknown(std::uint64_t address, ObjectFile& file, std::string& out) const {
    const auto variable = file.data_at(address);
    if (variable && variable->size != 0)
      return append_frame({.function = variable->name, .file = {}}, 0, out);
    append_nothing(out);
  }

  void append_nothing(std::string& out) const {
    if (options_.functions) out += options_.pretty ? "?? " : "??\n";
    out += "??:0\n";
  }

  void append_frame(const symbolize::ResolvedFrame& frame, std::uint32_t discriminator,
                    std::string& out) const {
    if (options_.functions) {
      print::append_visible(out, frame.function.empty() ? "??" : frame.function);
      out += options_.pretty ? " at " : "\n";
    }
    const std::string_view file = options_.base_names ? print::base_name(frame.file) : frame.file;
    print::append_visible(out, file.empty() ? "??" : file);
    out += frame.line == 0 ? std::string(":?") : say(":", frame.line);
    if (frame.line != 0 && discriminator != 0) out += say(" (discriminator ", discriminator, ")");
    out += '\n';
  }

  static constexpr std::size_t longest_query = 1 << 16;

  const GnuOptions& options_;
  ObjectFiles& files_;
};

}  // namespace

int gnu_addr2line(const Call& call) {
  GnuOptions options;
  if (const auto status = read_gnu_options(call, options)) return *status;
  return tools::run(call.program, tools::ColorChoice::Never, [&](tools::Console& console) -> Result<void> {
    ObjectFiles files(
        {.names = options.demangled ? symbolize::NameStyle::Readable : symbolize::NameStyle::Mangled,
         .dialect = symbolize::Dialect::Gnu,
         .debug_folders = {std::string(container::system_debug_folder)}},
        console);
    GnuSession session(options, files);
    if (const auto opened = session.open(); !opened) return opened;
    print::Output output;
    return options.queries.empty() ? session.answer_questions(output) : session.answer_arguments(output);
  });
}

}  // namespace symkit::dropin
