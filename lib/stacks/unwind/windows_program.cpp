#include "stacks/unwind/windows_program.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "ground/base/line_fields.h"
#include "stacks/unwind/postfix.h"
#include "stacks/unwind/register_names.h"

namespace symkit::unwind {
namespace {

constexpr unsigned x86_word = 4, ebx = 3, esp = 4, ebp = 5, eip = 8;

using Value = std::optional<std::uint64_t>;

// Registers, names for sizes, and what a program computes on its way ("$T0").
class Variables final : public Names {
 public:
  Value value(std::string_view name) const override {
    const auto found = std::ranges::find(all_, name, &Variable::first);
    return found == all_.end() ? std::nullopt : found->second;
  }
  bool assign(std::string_view name, Value value) override {
    constexpr std::size_t most = 64;
    const auto found = std::ranges::find(all_, name, &Variable::first);
    if (found != all_.end()) {
      found->second = value;
    } else if (all_.size() < most && (name.starts_with('$') || name.starts_with('.'))) {
      all_.emplace_back(name, value);
    } else {
      return false;
    }
    return true;
  }

 private:
  using Variable = std::pair<std::string_view, Value>;
  std::vector<Variable> all_;
};

// Where the return address is if nothing was pushed since the frame was made.
std::uint64_t above_frame(const WindowsProgram& program, std::uint64_t stack, const CodePoint& point) {
  return stack + program.locals + program.saved + point.callee_parameters;
}

std::optional<Caller> by_words(const WindowsProgram& program, const CodePoint& point,
                               const Surroundings& where) {
  constexpr std::array<std::string_view, 6> results = {"$eip", "$esp", "$ebp", "$ebx", "$esi", "$edi"};
  const Value stack = where.registers.at(esp), frame = where.registers.at(ebp);
  // A program that aligns the stack has a frame pointer to find back by.
  const bool is_aligned = program.words.contains('@');
  if (!stack || (is_aligned && !frame)) return std::nullopt;
  const std::uint64_t begin = is_aligned ? *frame + x86_word : above_frame(program, *stack, point);
  Variables variables;
  for (const std::string_view known : {"$esp", "$ebp", "$ebx"})
    variables.assign(known, where.registers.at(*register_named(known, Architecture::X86)));
  variables.assign(".raSearch", begin);
  variables.assign(".raSearchStart", begin);
  variables.assign(".cbParams", program.parameters);
  variables.assign(".cbCalleeParams", point.callee_parameters);
  variables.assign(".cbSavedRegs", program.saved);
  variables.assign(".cbLocals", program.locals);
  if (!Postfix(variables, where.memory, x86_word).run(program.words)) return std::nullopt;
  Caller caller;
  for (const std::string_view name : results)
    if (const Value value = variables.value(name))
      caller.registers.set(*register_named(name, Architecture::X86), *value);
  return caller;
}

std::optional<Caller> by_sizes(const WindowsProgram& program, const CodePoint& point,
                               const Surroundings& where) {
  const Value stack = where.registers.at(esp);
  if (!stack) return std::nullopt;
  std::uint64_t at = above_frame(program, *stack, point);
  Value to = where.memory.number(at, x86_word);
  // A system call may have left its own return address there.
  if (!point.has_called && to == where.registers.at(eip)) to = where.memory.number(at += x86_word, x86_word);
  if (!to) return std::nullopt;
  Value frame = where.registers.at(ebp);
  if (program.saves_frame_pointer)
    frame = where.memory.number(*stack + point.callee_parameters + program.saved - 2 * x86_word, x86_word);
  Caller caller;
  caller.registers.set(eip, *to);
  caller.registers.set(esp, at + x86_word);
  if (frame) caller.registers.set(ebp, *frame);
  if (const Value kept = where.registers.at(ebx); kept && !program.saves_frame_pointer)
    caller.registers.set(ebx, *kept);
  return caller;
}

}  // namespace

std::optional<WindowsProgram> read_windows_program(std::string_view text) {
  constexpr std::uint64_t sizes_only = 0, by_program = 4;
  LineFields fields(text);
  const std::uint64_t kind = fields.hex();
  if (kind != sizes_only && kind != by_program) return std::nullopt;
  const auto size = [&fields] { return static_cast<std::uint32_t>(fields.hex()); };
  WindowsProgram made;
  made.begin = fields.hex();
  made.size = fields.hex();
  fields.hex();  // of the prologue
  fields.hex();  // of the epilogue
  made.parameters = size();
  made.saved = size();
  made.locals = size();
  fields.hex();  // of the stack at most
  const bool has_program = fields.hex() != 0;
  if (fields.failed()) return std::nullopt;
  if (has_program) {
    made.words = fields.take_rest();
  } else {
    made.saves_frame_pointer = fields.hex() != 0;
  }
  const bool is_whole = !fields.failed() && has_program == !made.words.empty();
  return is_whole ? std::optional(made) : std::nullopt;
}

std::optional<Caller> caller_by_windows_program(const WindowsProgram& program, const CodePoint& point,
                                                const Surroundings& where) {
  auto caller = program.words.empty() ? by_sizes(program, point, where) : by_words(program, point, where);
  const bool is_whole = caller && caller->registers.at(eip) && caller->registers.at(esp);
  return is_whole ? caller : std::nullopt;
}

}  // namespace symkit::unwind
