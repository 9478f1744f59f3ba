// Prints answers in each of llvm-symbolizer's three styles.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "answers/rewrite/source_context.h"
#include "answers/symbolize/variables.h"
#include "debug/locals/frame_layout.h"
#include "dropin/llvm_query.h"

namespace symkit::dropin {

enum class LlvmStyle : std::uint8_t { Llvm, Gnu, Json };
// Relative: without the compiler's working folder.
enum class Paths : std::uint8_t { Whole, Relative, BaseName };
enum class FunctionNames : std::uint8_t { None, Short, Linkage };

struct LlvmFormat {
  LlvmStyle style = LlvmStyle::Llvm;
  FunctionNames functions = FunctionNames::Linkage;
  bool addresses = false;
  bool pretty = false;
  bool verbose = false;
  Paths paths = Paths::Whole;
  bool inlines = true;
  bool demangled = true;
  unsigned context_lines = 0;
};

struct LlvmFrame {
  std::string_view function = {};  // empty: not known
  std::string_view file = {};
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::string_view declared_file = {};
  std::uint32_t declared_line = 0;
  std::optional<std::uint64_t> begin = {};  // of the function, or of inlined code in one place
  std::uint32_t discriminator = 0;
  std::uint32_t file_root = 0;  // how many characters of the paths are the compiler's working folder
  std::uint32_t declared_file_root = 0;
};

// The answer to CODE: innermost first; empty: nothing is known.
using LlvmCode = std::span<const LlvmFrame>;

class LlvmAnswers {
 public:
  LlvmAnswers(const LlvmFormat& format, rewrite::SourceContext& sources)
      : format_(format), sources_(sources) {}

  void code(const LlvmQuery& query, LlvmCode code, std::string& out);
  // Null: nothing is known.
  void data(const LlvmQuery& query, const symbolize::Variable* variable, std::string& out);
  // The variables in a function's stack frame; none: nothing is known.
  void frame(const LlvmQuery& query, std::span<const locals::LaidOut> variables, std::string& out);
  // The file of the query could not be opened.
  void unopened(const LlvmQuery& query, std::string_view why, std::string& out);

 private:
  void header(const LlvmQuery& query, std::string& out) const;
  void frame_line(const LlvmFrame& frame, bool is_innermost, std::string& out);
  void verbose_lines(const LlvmFrame& frame, std::string& out) const;
  void context(const LlvmFrame& frame, std::string& out);
  void json_code(const LlvmQuery& query, LlvmCode code, std::string& out) const;
  void json_frame(const LlvmQuery& query, std::span<const locals::LaidOut> variables, std::string& out) const;
  std::string_view shown_path(std::string_view path, std::uint32_t root) const;
  std::string_view shown_function(std::string_view name) const;

  const LlvmFormat& format_;
  rewrite::SourceContext& sources_;
};

}  // namespace symkit::dropin
