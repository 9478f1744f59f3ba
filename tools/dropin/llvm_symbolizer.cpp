// llvm-symbolizer, and llvm-addr2line, which is the same program with other defaults.
#include <cstdio>
#include <optional>

#include "common/run.h"
#include "dropin/llvm_answers.h"
#include "dropin/llvm_lookup.h"
#include "dropin/llvm_options.h"
#include "dropin/llvm_query.h"
#include "dropin/markup_filter.h"
#include "dropin/object_files.h"
#include "dropin/question_lines.h"
#include "dropin/roles.h"
#include "files/container/debug_link.h"
#include "ground/base/environment.h"
#include "ground/base/words.h"
#include "ground/print/output.h"
#include "ground/print/visible.h"
#include "keep/fetch/servers.h"

namespace symkit::dropin {
namespace {

rewrite::SourcePlaces sources_of(const LlvmOptions& options) {
  rewrite::SourcePlaces places;
  places.lines = options.format.context_lines;
  return places;
}

fetch::Servers servers_of(const LlvmOptions& options) {
  if (options.asks_servers)
    return *options.asks_servers ? fetch::read_list(environment("DEBUGINFOD_URLS")) : fetch::Servers();
  return fetch::servers_to_ask({}, false).value_or(fetch::Servers());
}

ObjectFiles::Settings settings_of(const LlvmOptions& options) {
  const LlvmFormat& format = options.format;
  const bool of_symbols = format.functions == FunctionNames::Linkage;
  const bool readable = format.demangled || format.functions == FunctionNames::Short;
  return {.names = readable ? symbolize::NameStyle::Readable : symbolize::NameStyle::Mangled,
          .dialect = of_symbols ? symbolize::Dialect::Llvm : symbolize::Dialect::LlvmShort,
          .architecture = options.architecture,
          .debug_folders = options.debug_folders,
          .servers = servers_of(options)};
}

class LlvmSession {
 public:
  LlvmSession(const Call& call, const LlvmOptions& options, tools::Console& console)
      : call_(call),
        options_(options),
        sources_(sources_of(options)),
        answers_(options_.format, sources_),
        files_(settings_of(options), console),
        lookup_(options_.format) {}

  Result<void> run(print::Output& output) {
    if (options_.filter_markup) return filter_markup(files_, options_.color, output);
    if (const auto opened = open_named_file(output); !opened) return opened;
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

  // If it cannot be opened, no query is answered.
  Result<void> open_named_file(print::Output& output) {
    if (!options_.names_file) return {};
    const std::string& path = options_.rules.file;
    const auto file = files_.find(path);
    if (file) return {};
    if (options_.format.style == LlvmStyle::Json) {
      answers_.unopened({.file = path, .address = 0}, file.error().message, output.buffer());
      output.write("\n");
    }
    return fail(say("error: '", path, "': ", file.error().message));
  }

  void complain(std::string_view about, std::string_view what) const {
    // Only the beginning of a longer query is shown.
    constexpr std::size_t longest_shown = 500;
    const std::string shown = print::visible(about.substr(0, longest_shown));
    const std::string line = say(call_.program, ": error: '", shown, "': ", print::visible(what), "\n");
    std::fwrite(line.data(), 1, line.size(), stderr);
  }

  void answer(std::string_view line, std::string& out) {
    LlvmQuery query;
    if (const auto parsed = parse_query(line, options_.rules, query); !parsed) {
      if (!line.empty()) complain(line, parsed.error().message);
      return answers_.code({.file = std::move(query.file)}, {}, out);
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
    if (query.wanted == Wanted::Frame) {
      const auto address = file == nullptr ? std::nullopt : code_place_of(query, *file);
      return answers_.frame(query, address ? file->frame_at(*address) : std::vector<locals::LaidOut>(), out);
    }
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

  std::optional<std::uint64_t> code_place_of(const LlvmQuery& query, ObjectFile& file) const {
    if (query.address) return place_of(query, file);
    const auto begin = file.function_named(query.symbol);
    return begin ? std::optional(*begin + query.from_symbol) : std::nullopt;
  }

  LlvmCode look_up(const LlvmQuery& query, ObjectFile& file) {
    const auto address = code_place_of(query, file);
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
  if (const auto status = read_llvm_options(call, variable, options)) return *status;
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
  options.rules = {.is_hexadecimal = true};
  options.format = {
      .style = LlvmStyle::Gnu, .functions = FunctionNames::None, .inlines = false, .demangled = false};
  return play(call, options, "LLVM_ADDR2LINE_OPTS");
}

}  // namespace symkit::dropin
