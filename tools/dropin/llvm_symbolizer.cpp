// llvm-symbolizer, and llvm-addr2line, which is the same program with other habits.
#include <charconv>
#include <cstdio>
#include <optional>

#include "base/environment.h"
#include "base/words.h"
#include "common/run.h"
#include "container/debug_link.h"
#include "dropin/llvm_answers.h"
#include "dropin/llvm_lookup.h"
#include "dropin/llvm_query.h"
#include "dropin/markup_filter.h"
#include "dropin/object_files.h"
#include "dropin/options_of.h"
#include "dropin/question_lines.h"
#include "dropin/roles.h"
#include "print/output.h"

namespace symkit::dropin {
namespace {

struct LlvmOptions {
  LlvmFormat format = {};
  QueryRules rules = {};
  std::uint64_t adjust = 0;
  bool relative = false;
  bool filter_markup = false;
  MarkupColor color = MarkupColor::Auto;
  std::optional<Architecture> architecture = {};
  std::vector<std::string> debug_folders = {};
  std::vector<std::string> queries = {};
};

enum LlvmOption {
  adjust_vma = 256,
  asks_help,
  build_id,
  colored_markup,
  context_lines,
  debug_folder,
  default_arch,
  demangle_as_told,
  filters_markup,
  inlining_as_told,
  no_demangle,
  no_inlines,
  nothing_to_do,
  output_style,
  relative_address,
  relative_names,
  tells_more,
};

const OptionSet llvm_options = {
    .letters = "aCe:f::ipsv",
    .names = {{"addresses", no_argument, nullptr, 'a'},
              {"print-address", no_argument, nullptr, 'a'},
              {"adjust-vma", required_argument, nullptr, adjust_vma},
              {"basenames", no_argument, nullptr, 's'},
              {"build-id", required_argument, nullptr, build_id},
              {"cache-size", required_argument, nullptr, nothing_to_do},
              {"color", optional_argument, nullptr, colored_markup},
              {"debug-file-directory", required_argument, nullptr, debug_folder},
              {"fallback-debug-path", required_argument, nullptr, debug_folder},
              {"debuginfod", no_argument, nullptr, nothing_to_do},
              {"no-debuginfod", no_argument, nullptr, nothing_to_do},
              {"default-arch", required_argument, nullptr, default_arch},
              {"demangle", optional_argument, nullptr, demangle_as_told},
              {"dia", no_argument, nullptr, nothing_to_do},
              {"dsym-hint", required_argument, nullptr, debug_folder},
              {"dwp", required_argument, nullptr, debug_folder},
              {"exe", required_argument, nullptr, 'e'},
              {"obj", required_argument, nullptr, 'e'},
              {"filter-markup", no_argument, nullptr, filters_markup},
              {"functions", optional_argument, nullptr, 'f'},
              {"help", no_argument, nullptr, asks_help},
              {"inlines", no_argument, nullptr, 'i'},
              {"inlining", optional_argument, nullptr, inlining_as_told},
              {"no-demangle", no_argument, nullptr, no_demangle},
              {"no-inlines", no_argument, nullptr, no_inlines},
              {"no-untag-addresses", no_argument, nullptr, nothing_to_do},
              {"output-style", required_argument, nullptr, output_style},
              {"pretty-print", no_argument, nullptr, 'p'},
              {"print-source-context-lines", required_argument, nullptr, context_lines},
              {"relative-address", no_argument, nullptr, relative_address},
              {"relativenames", no_argument, nullptr, relative_names},
              {"verbose", no_argument, nullptr, tells_more},
              {"version", no_argument, nullptr, 'v'}},
    .one_dash_is_enough = true,
};

std::string_view without_equals(std::string_view value) {
  if (value.starts_with('=')) value.remove_prefix(1);
  return value;
}

// How reading ended, where it ends there: an exit status.
class LlvmCommandLine {
 public:
  LlvmCommandLine(const Call& call, LlvmOptions& options) : call_(call), options_(options) {}

  std::optional<int> read(const char* variable) {
    std::vector<std::string> words = words_of(environment(variable));
    words.insert(words.end(), call_.arguments.begin(), call_.arguments.end());
    words = with_response_files(words);
    for (std::string& word : words)  // for getopt this would be an option of its own
      if (word.starts_with("-f=")) word = "--functions" + word.substr(2);
    auto read = read_options(
        call_.program, words, llvm_options,
        [this](int option, std::string_view value) { return take(option, value); },
        [](std::string_view word) { return complaint(say("unknown argument '", word, "'")).text; });
    options_.queries = std::move(read.operands);
    return read.status;
  }

 private:
  static Ending complaint(std::string_view what) { return {1, say("error: ", what, "\n")}; }

  std::optional<Ending> take(int option, std::string_view value) {
    LlvmFormat& format = options_.format;
    switch (option) {
      case 'a': format.addresses = true; break;
      case 'C':
      case demangle_as_told: format.demangled = value != "false"; break;
      case no_demangle: format.demangled = false; break;
      case 'e': options_.rules.file = value; break;
      case build_id: options_.rules.build_id = value; break;
      case 'f': return take_functions(without_equals(value));
      case 'i': format.inlines = true; break;
      case inlining_as_told: format.inlines = value != "false"; break;
      case no_inlines: format.inlines = false; break;
      case 'p': format.pretty = true; break;
      case 's': format.paths = Paths::BaseName; break;
      case relative_names: format.paths = Paths::Relative; break;
      case tells_more: format.verbose = true; break;
      case relative_address: options_.relative = true; break;
      case filters_markup: options_.filter_markup = true; break;
      case debug_folder: options_.debug_folders.emplace_back(value); break;
      case colored_markup: return take_color(value);
      case default_arch: options_.architecture = parse_architecture(value); break;
      case output_style: return take_style(value);
      case context_lines: return take_number("--print-source-context-lines", value, format.context_lines);
      case adjust_vma: return take_number("--adjust-vma", value, options_.adjust);
      case 'v': return Ending{0, "symkit " SYMKIT_VERSION " in the place of LLVM version 19.1.7\n"};
      case asks_help: return Ending{0, std::string(help_text)};
      default: break;
    }
    return {};
  }

  std::optional<Ending> take_functions(std::string_view value) {
    FunctionNames& names = options_.format.functions;
    if (value.empty() || value == "linkage")
      names = FunctionNames::Linkage;
    else if (value == "short")
      names = FunctionNames::Short;
    else if (value == "none")
      names = FunctionNames::None;
    else
      return complaint(say("--functions: '", value, "' is none of none, short, linkage"));
    return {};
  }

  std::optional<Ending> take_style(std::string_view value) {
    LlvmStyle& style = options_.format.style;
    if (value == "LLVM")
      style = LlvmStyle::Llvm;
    else if (value == "GNU")
      style = LlvmStyle::Gnu;
    else if (value == "JSON")
      style = LlvmStyle::Json;
    else
      return complaint(say("--output-style: '", value, "' is none of LLVM, GNU, JSON"));
    return {};
  }

  std::optional<Ending> take_color(std::string_view value) {
    MarkupColor& color = options_.color;
    if (value.empty() || value == "always")
      color = MarkupColor::Always;
    else if (value == "never")
      color = MarkupColor::Never;
    else if (value == "auto")
      color = MarkupColor::Auto;
    else
      return complaint(say("--color: '", value, "' is none of always, auto, never"));
    return {};
  }

  template <class T>
  std::optional<Ending> take_number(std::string_view name, std::string_view text, T& number) {
    std::string_view digits = text;
    const bool is_hex = digits.starts_with("0x") || digits.starts_with("0X");
    if (is_hex) digits.remove_prefix(2);
    const auto [stop, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), number, is_hex ? 16 : 10);
    if (error == std::errc() && stop == digits.data() + digits.size() && !digits.empty()) return {};
    return complaint(say(name, "=: expected a non-negative integer, but got '", text, "'"));
  }

  static constexpr std::string_view help_text =
      "symlookup in the place of llvm-symbolizer: its options, its output, its protocol on standard input;\n"
      "docs/drop-in.md says what differs\n";

  const Call& call_;
  LlvmOptions& options_;
};

rewrite::SourcePlaces sources_of(const LlvmOptions& options) {
  rewrite::SourcePlaces places;
  places.lines = options.format.context_lines;
  return places;
}

class LlvmSession {
 public:
  LlvmSession(const Call& call, const LlvmOptions& options, tools::Console& console)
      : call_(call),
        options_(options),
        sources_(sources_of(options)),
        answers_(options_.format, sources_),
        files_({.names =
                    options.format.demangled ? symbolize::NameStyle::Readable : symbolize::NameStyle::Mangled,
                .architecture = options.architecture,
                .debug_folders = options.debug_folders},
               console),
        lookup_(options_.format) {}

  Result<void> run(print::Output& output) {
    if (options_.filter_markup) return filter_markup(files_, options_.color, output);
    return options_.queries.empty() ? answer_questions(output) : answer_arguments(output);
  }

 private:
  Result<void> answer_arguments(print::Output& output) {
    const bool is_list = options_.format.style == LlvmStyle::Json;
    for (const std::string& query : options_.queries) {
      if (is_list) output.write(&query == &options_.queries.front() ? "[" : ",");
      answer(query, output.buffer());
      output.written();
    }
    if (is_list) output.write("]\n");
    return output.flush();
  }

  Result<void> answer_questions(print::Output& output) {
    return answer_lines(output, longest_query, [this](std::string_view line, std::string& out) {
      answer(line.substr(0, line.find_first_of("\r\n")), out);
      if (options_.format.style == LlvmStyle::Json) out += '\n';
    });
  }

  void complain(std::string_view about, std::string_view what) const {
    std::string line = say(call_.program, ": error: '", about, "': ", what, "\n");
    std::fwrite(line.data(), 1, line.size(), stderr);
  }

  void answer(std::string_view line, std::string& out) {
    LlvmQuery query;
    if (const auto parsed = parse_query(line, options_.rules, query); !parsed) {
      if (!line.empty()) complain(line, parsed.error().message);
      return answers_.code({.file = std::string(line)}, {}, out);
    }
    const auto file = query.build_id.empty() ? files_.find(query.file) : files_.find_id(query.build_id);
    if (!file) {
      if (options_.format.style != LlvmStyle::Json)
        complain(query.build_id.empty() ? query.file : in_upper_case(query.build_id), file.error().message);
      return answers_.unopened(query, file.error().message, out);
    }
    answer(query, *file, out);
  }

  void answer(const LlvmQuery& query, ObjectFile* file, std::string& out) {
    if (query.wanted == Wanted::Frame) return answers_.frame(query, out);
    if (query.wanted == Wanted::Data) {
      const auto address = file == nullptr ? std::nullopt : data_place_of(query, *file);
      const auto variable = address ? file->data_at(*address) : std::nullopt;
      return answers_.data(query, variable ? &*variable : nullptr, out);
    }
    answers_.code(query, file == nullptr ? LlvmCode() : look_up(query, *file), out);
  }

  std::optional<std::uint64_t> data_place_of(const LlvmQuery& query, ObjectFile& file) const {
    if (query.address) return place_of(query, file);
    const auto begin = file.variable_named(query.symbol);
    return begin ? std::optional(*begin + query.from_symbol) : std::nullopt;
  }

  std::uint64_t place_of(const LlvmQuery& query, ObjectFile& file) const {
    const std::uint64_t address = *query.address - options_.adjust;
    return options_.relative ? address + file.preferred_base() : address;
  }

  LlvmCode look_up(const LlvmQuery& query, ObjectFile& file) {
    std::optional<std::uint64_t> address = query.address;
    if (address) {
      address = place_of(query, file);
    } else if ((address = file.function_named(query.symbol))) {
      *address += query.from_symbol;
    }
    return address ? lookup_.code_at(*address, file) : LlvmCode();
  }

  static constexpr std::size_t longest_query = 1 << 16;

  const Call& call_;
  const LlvmOptions& options_;
  rewrite::SourceContext sources_;
  LlvmAnswers answers_;
  ObjectFiles files_;
  LlvmLookup lookup_;
};

int play(const Call& call, LlvmOptions& options, const char* variable) {
  if (const auto status = LlvmCommandLine(call, options).read(variable)) return *status;
  if (options.debug_folders.empty()) options.debug_folders.emplace_back(container::system_debug_folder);
  return tools::run(call.program, tools::ColorChoice::Never, [&](tools::Console& console) {
    print::Output output;
    return LlvmSession(call, options, console).run(output);
  });
}

}  // namespace

int llvm_symbolizer(const Call& call) {
  LlvmOptions options;
  return play(call, options, "LLVM_SYMBOLIZER_OPTS");
}

int llvm_addr2line(const Call& call) {
  LlvmOptions options;
  options.rules = {.file = "a.out", .is_hexadecimal = true};
  options.format = {
      .style = LlvmStyle::Gnu, .functions = FunctionNames::None, .inlines = false, .demangled = false};
  return play(call, options, "LLVM_ADDR2LINE_OPTS");
}

}  // namespace symkit::dropin
