#include "dropin/llvm_options.h"

#include <cstdio>
#include <limits>

#include "dropin/llvm_words.h"
#include "dropin/options_of.h"
#include "ground/base/environment.h"
#include "ground/base/words.h"

namespace symkit::dropin {
namespace {

enum LlvmOption : int {
  adjust_vma,
  asks_help,
  asks_nobody,
  asks_servers,
  asks_version,
  base_names,
  build_id,
  cache_size,
  colored_as_told,
  context_lines,
  debug_folder,
  default_arch,
  filters_markup,
  functions_as_told,
  no_demangle,
  no_inlines,
  nothing_to_do,
  object_file,
  output_style,
  pretty_print,
  print_address,
  readable_names,
  relative_address,
  relative_names,
  tells_more,
  with_color,
  with_functions,
  with_inlines,
};

using enum LlvmValue;
constexpr LlvmSpelling spellings[] = {
    {"--addresses", None, print_address},
    {"--print-address", None, print_address},
    {"-a", None, print_address},
    {"--adjust-vma=", Joined, adjust_vma},
    {"--adjust-vma", Next, adjust_vma},
    {"--basenames", None, base_names},
    {"-s", None, base_names},
    {"--build-id=", Joined, build_id},
    {"--build-id", Next, build_id},
    {"--cache-size=", Joined, cache_size},
    {"--cache-size", Next, cache_size},
    {"--color=", Joined, colored_as_told},
    {"--color", None, with_color},
    {"--debug-file-directory=", Joined, debug_folder},
    {"--debug-file-directory", Next, debug_folder},
    {"--fallback-debug-path=", Joined, debug_folder},
    {"--fallback-debug-path", Next, debug_folder},
    {"--dsym-hint=", Joined, debug_folder},
    {"--dsym-hint", Next, debug_folder},
    {"--dwp=", Joined, debug_folder},
    {"--dwp", Next, debug_folder},
    {"--debuginfod", None, asks_servers},
    {"--no-debuginfod", None, asks_nobody},
    {"--default-arch=", Joined, default_arch},
    {"--default-arch", Next, default_arch},
    {"--demangle", None, readable_names},
    {"-demangle=true", None, readable_names},
    {"-C", None, readable_names},
    {"--no-demangle", None, no_demangle},
    {"-demangle=false", None, no_demangle},
    {"--dia", None, nothing_to_do},
    {"--obj=", Joined, object_file},
    {"--obj", Next, object_file},
    {"--exe=", Joined, object_file},
    {"--exe", Next, object_file},
    {"-e=", Joined, object_file},
    {"-e", JoinedOrNext, object_file},
    {"--filter-markup", None, filters_markup},
    {"--functions=", Joined, functions_as_told},
    {"-f=", Joined, functions_as_told},
    {"--functions", None, with_functions},
    {"-f", None, with_functions},
    {"--help", None, asks_help},
    {"-h", None, asks_help},
    {"--inlines", None, with_inlines},
    {"--inlining", None, with_inlines},
    {"--inlining=true", None, with_inlines},
    {"-i", None, with_inlines},
    {"--no-inlines", None, no_inlines},
    {"--inlining=false", None, no_inlines},
    {"--untag-addresses", None, nothing_to_do},
    {"--no-untag-addresses", None, nothing_to_do},
    {"--output-style=", Joined, output_style},
    {"--output-style", Next, output_style},
    {"--pretty-print", None, pretty_print},
    {"-p", None, pretty_print},
    {"--print-source-context-lines=", Joined, context_lines},
    {"--print-source-context-lines", Next, context_lines},
    {"--relative-address", None, relative_address},
    {"--relativenames", None, relative_names},
    {"--verbose", None, tells_more},
    {"--version", None, asks_version},
    {"-v", None, asks_version},
};

constexpr std::string_view help_text =
    "symlookup as a replacement for llvm-symbolizer: same options, output, and protocol on standard input;\n"
    "docs/drop-in.md lists the differences\n";

class LlvmCommandLine {
 public:
  explicit LlvmCommandLine(LlvmOptions& options) : options_(options) {}

  Result<void> read(const std::vector<std::string>& words) {
    auto operands = read_llvm_words(words, spellings,
                                    [this](int option, std::string_view value) { take(option, value); });
    if (!operands) return fail(operands.error());
    options_.queries = std::move(*operands);
    if (wrong_) return fail(std::move(*wrong_));
    if (options_.names_file && has_id_) return fail("cannot specify both --build-id and --obj");
    return {};
  }

  // The text printed instead of an answer.
  std::string_view text() const { return wants_help_ ? help_text : wants_version_ ? version_text : ""; }

 private:
  void take(int option, std::string_view value) {
    LlvmFormat& format = options_.format;
    switch (option) {
      case print_address: format.addresses = true; break;
      case readable_names: format.demangled = true; break;
      case no_demangle: format.demangled = false; break;
      case object_file: take_file(value); break;
      case build_id: take_id(value); break;
      case with_functions: take_functions("linkage", true); break;
      case functions_as_told: take_functions(value, false); break;
      case with_inlines: format.inlines = true; break;
      case no_inlines: format.inlines = false; break;
      case pretty_print: format.pretty = true; break;
      case base_names: format.paths = Paths::BaseName; break;
      case relative_names: format.paths = Paths::Relative; break;
      case tells_more: format.verbose = true; break;
      case relative_address: options_.relative = true; break;
      case asks_servers: options_.asks_servers = true; break;
      case asks_nobody: options_.asks_servers = false; break;
      case filters_markup: options_.filter_markup = true; break;
      case debug_folder: options_.debug_folders.emplace_back(value); break;
      case with_color: take_color("always", true); break;
      case colored_as_told: take_color(value, false); break;
      case default_arch: options_.architecture = value; break;
      case output_style: take_style(value); break;
      case context_lines: take_number("--print-source-context-lines", value, format.context_lines); break;
      case adjust_vma: take_number("--adjust-vma", value, options_.adjust); break;
      case cache_size: take_number("--cache-size", value, cache_size_); break;
      case asks_version: wants_version_ = true; break;
      case asks_help: wants_help_ = true; break;
      default: break;
    }
  }

  void take_file(std::string_view value) {
    options_.names_file = true;
    options_.rules.file = value;
  }

  void take_id(std::string_view value) {
    has_id_ = true;
    options_.rules.build_id = value;
    if (!is_build_id(value)) complain(say("--build-id=: expected a build ID, but got '", value, "'"));
  }

  // Without a value it takes precedence in any position; an unknown value means linkage names.
  void take_functions(std::string_view value, bool without_value) {
    if (functions_are_set_ && !without_value) return;
    functions_are_set_ = functions_are_set_ || without_value;
    options_.format.functions = value == "none"    ? FunctionNames::None
                                : value == "short" ? FunctionNames::Short
                                                   : FunctionNames::Linkage;
  }

  void take_color(std::string_view value, bool without_value) {
    if (color_is_set_ && !without_value) return;
    color_is_set_ = color_is_set_ || without_value;
    options_.color = value == "always"  ? MarkupColor::Always
                     : value == "never" ? MarkupColor::Never
                                        : MarkupColor::Auto;
  }

  void take_style(std::string_view value) {
    options_.format.style = value == "GNU"    ? LlvmStyle::Gnu
                            : value == "JSON" ? LlvmStyle::Json
                                              : LlvmStyle::Llvm;
  }

  template <class T>
  void take_number(std::string_view name, std::string_view text, T& number) {
    const auto read = number_of(text, 0);
    if (read && *read <= std::numeric_limits<T>::max()) {
      number = static_cast<T>(*read);
      return;
    }
    complain(say(name, "=: expected a non-negative integer, but got '", text, "'"));
  }

  void complain(std::string what) {
    if (!wrong_) wrong_ = std::move(what);
  }

  static constexpr std::string_view version_text =
      "symkit " SYMKIT_VERSION " in the place of LLVM version 19.1.7\n";

  LlvmOptions& options_;
  std::optional<std::string> wrong_;
  std::uint64_t cache_size_ = 0;
  bool has_id_ = false;
  bool functions_are_set_ = false;
  bool color_is_set_ = false;
  bool wants_help_ = false;
  bool wants_version_ = false;
};

}  // namespace

std::optional<int> read_llvm_options(const Call& call, const char* variable, LlvmOptions& options) {
  std::vector<std::string> words = words_of(environment(variable));
  words.insert(words.end(), call.arguments.begin(), call.arguments.end());
  LlvmCommandLine line(options);
  const auto expanded = with_response_files(words);
  const Result<void> read = expanded ? line.read(*expanded) : Result<void>(fail(expanded.error()));
  if (!read) {
    std::fputs(say("error: ", read.error().message, "\n").c_str(), stderr);
    return 1;
  }
  if (line.text().empty()) return {};
  std::fputs(std::string(line.text()).c_str(), stdout);
  return 0;
}

}  // namespace symkit::dropin
