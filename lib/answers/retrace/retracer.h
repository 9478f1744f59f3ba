// Restores the original names in a line of a stack: one line for each inlined frame, and alternatives if
// the mapping is ambiguous. Earlier lines matter (the exception thrown, an outline just left), so lines
// must be given in order.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "answers/retrace/mapping.h"
#include "answers/retrace/narrow.h"
#include "logs/java/stack_line.h"

namespace symkit::retrace {

// One frame of the answer. Its views are valid until the next line is retraced.
struct OriginalFrame {
  std::string_view class_name;
  const Signature* method = nullptr;  // null: only the class is known
  const Signature* field = nullptr;
  std::optional<std::string> source_file;
  std::int32_t line = -1;  // 0: known to have none; -1: unknown
};

// Frames inlined into each other, innermost first.
using Alternative = std::vector<OriginalFrame>;

enum class Outcome {
  Nothing,        // the line has nothing that a mapping could explain
  UnknownClass,   // not in the mapping: the class kept its name, or the mapping is for another program
  UnknownMember,  // the class is in the mapping, the method at this line is not
  Unavailable,    // data of the mapping is unavailable, see `reason`
  Retraced,
};

struct Answer {
  Outcome outcome = Outcome::Nothing;
  std::string reason;  // for Unavailable
  bool ambiguous = false;
  bool chosen_by_type = false;            // among overloads, by the type in the line
  std::vector<Alternative> alternatives;  // sorted; empty for a frame that the compiler made
  std::optional<std::string> type;        // the replacement for the Span of that name in the line
  std::optional<std::string> arguments;
};

class Retracer {
 public:
  explicit Retracer(bool verbose) : verbose_(verbose) {}

  // `mapping` may differ from line to line. The answer is valid until the next call.
  Result<const Answer*> retrace(const java::StackLine& line, Mapping& mapping);

  // Whether earlier lines did not matter for the last answer, and it does not matter for later lines.
  bool is_settled() const { return is_settled_; }

  // What earlier lines mean for the next one.
  struct Context {
    std::optional<std::string> thrown;  // the exception's name in the program
    std::optional<std::int32_t> within_outline;
  };
  // Nothing: it is not known yet, and did not matter.
  std::optional<Context> context() const { return asks_ ? std::nullopt : std::optional(context_); }
  void set_context(Context context) {
    context_ = std::move(context);
    asks_ = false;
  }
  // Asks for it as soon as it matters: nearly never.
  void set_context(std::function<Context()> ask) {
    context_ = {};
    ask_ = std::move(ask);
    asks_ = true;
  }

  // Whether they mean anything; and to begin a new stack.
  bool remembers() const { return context_.thrown || context_.within_outline; }
  void forget() { set_context(Context()); }

 private:
  Result<void> retrace_class(const java::StackLine& line);
  Result<void> retrace_method(const java::StackLine& line, std::uint32_t class_number);
  void retrace_field(const java::StackLine& line);
  void choose_by_type(const MethodGroup& group, Narrowed& narrowed);
  void only_class(const java::StackLine& line);
  void conclude_nothing(Outcome otherwise);
  void add_candidate(const MethodGroup& group, const Candidate& candidate);
  void add_frames(const MethodGroup& group, const Candidate& candidate, const std::uint32_t* begin,
                  const std::uint32_t* end);
  void add_chain(const MethodGroup& group, const Candidate& candidate, const std::uint32_t* begin,
                 const std::uint32_t* end, std::optional<std::int32_t> first_line);
  void add_method_only(const MethodGroup& group, const Candidate& candidate);
  Detail detail() const { return verbose_ || answer_.ambiguous ? Detail::Types : Detail::Names; }
  bool keep(Alternative alternative);
  bool same_place(const OriginalFrame& a, const OriginalFrame& b) const;
  OriginalFrame frame_of(const Signature& signature, std::int32_t line);
  std::int32_t line_of(const MappedRange& range, std::optional<std::int32_t> known) const;
  std::int32_t frames_to_remove(const MethodGroup& group, const std::uint32_t* begin,
                                const std::uint32_t* end) const;
  std::optional<std::string> source_file_of(std::string_view class_name, bool is_known);
  std::string original_type(std::string_view type) const;
  std::string original_types(std::string_view types) const;

  bool verbose_;
  bool is_settled_ = false;
  Context context_;
  bool asks_ = false;
  std::function<Context()> ask_;
  Answer answer_;
  // For the line being retraced:
  const java::StackLine* line_ = nullptr;
  Mapping* mapping_ = nullptr;
  bool is_known_class_ = false;
  std::string class_name_;
  std::optional<std::int32_t> written_line_;
  std::optional<std::int32_t> position_;
  std::vector<Signature> fields_;
  std::vector<Context> contexts_;  // of the alternatives
  Context last_context_;
};

}  // namespace symkit::retrace
