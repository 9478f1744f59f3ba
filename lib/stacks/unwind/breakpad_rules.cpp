#include "stacks/unwind/breakpad_rules.h"

#include <algorithm>

#include "ground/base/words.h"
#include "stacks/unwind/postfix.h"
#include "stacks/unwind/register_names.h"

namespace symkit::unwind {
namespace {

constexpr std::string_view not_known = ".undef";

class NamesOfFrame final : public Names {
 public:
  explicit NamesOfFrame(const Surroundings& where) : where_(where) {}

  void set_cfa(std::uint64_t cfa) { cfa_ = cfa; }

  std::optional<std::uint64_t> value(std::string_view name) const override {
    if (name == ".cfa") return cfa_;
    const auto number = register_named(name, where_.processor.architecture);
    return number ? where_.registers.at(*number) : std::nullopt;
  }
  bool assign(std::string_view /*name*/, std::optional<std::uint64_t> /*value*/) override { return false; }

 private:
  const Surroundings& where_;
  std::optional<std::uint64_t> cfa_;
};

std::optional<std::uint64_t> expression_value(std::string_view expression, NamesOfFrame& names,
                                              const Surroundings& where) {
  Postfix postfix(names, where.memory, where.processor.address_size);
  return postfix.run(expression) ? postfix.result() : std::nullopt;
}

std::string_view without_blanks(std::string_view text) {
  const std::size_t begin = std::min(text.find_first_not_of(' '), text.size());
  return text.substr(begin, text.find_last_not_of(' ') + 1 - begin);
}

}  // namespace

bool BreakpadRules::add(std::string_view text) {
  std::string_view name;
  while (true) {
    const std::size_t colon = text.find(':');
    const std::string_view before = without_blanks(text.substr(0, colon));
    // The word before a colon is the next name, what is before that the expression of the last.
    const std::size_t blank = colon == std::string_view::npos ? before.size() : before.rfind(' ');
    const bool has_expression = blank != std::string_view::npos;
    if (has_expression == name.empty()) return false;
    if (has_expression && !set(name, without_blanks(before.substr(0, blank)))) return false;
    if (colon == std::string_view::npos) return true;
    name = has_expression ? before.substr(blank + 1) : before;
    text.remove_prefix(colon + 1);
  }
}

std::string BreakpadRules::text() const {
  std::string all;
  const auto add_rule = [&](std::string_view name, std::string_view expression) {
    if (!expression.empty()) all += say(all.empty() ? "" : " ", name, ": ", expression);
  };
  add_rule(".cfa", cfa_);
  add_rule(".ra", return_address_);
  for (std::size_t i = 0; i < registers_.size(); ++i) add_rule(names_[i], registers_[i]);
  return all;
}

bool BreakpadRules::set(std::string_view name, std::string_view expression) {
  if (expression.empty()) return false;
  if (name == ".cfa") {
    cfa_ = expression;
  } else if (name == ".ra") {
    return_address_ = expression;
  } else if (const auto number = register_named(name, architecture_)) {
    names_[*number] = name;
    registers_[*number] = expression;  // others, as those of vectors, are of no use here
  }
  return true;
}

std::optional<Caller> BreakpadRules::caller(const Surroundings& where) const {
  Caller caller;
  // Writers leave out the rule for a return address that their source says is not defined.
  if (return_address_ == not_known || (return_address_.empty() && !cfa_.empty())) {
    caller.is_outermost = true;
    return caller;
  }
  const Processor& processor = where.processor;
  NamesOfFrame names(where);
  const auto cfa = expression_value(cfa_, names, where);
  if (!cfa) return std::nullopt;
  names.set_cfa(*cfa);
  auto returns_to = expression_value(return_address_, names, where);
  if (!returns_to) return std::nullopt;
  caller.registers.set(processor.stack, *cfa);
  const std::uint64_t kept = kept_registers(architecture_);
  for (unsigned number = 0; number < Registers::count; ++number) {
    const std::string_view expression = registers_[number];
    const bool is_kept = expression.empty() && (kept >> number & 1) != 0;
    const auto value = is_kept ? where.registers.at(number) : expression_value(expression, names, where);
    if (value) caller.registers.set(number, *value);
  }
  if (architecture_ == Architecture::Armv7) *returns_to &= ~std::uint64_t{1};  // Thumb
  caller.registers.set(processor.code, *returns_to & processor.address_bits);
  return caller;
}

}  // namespace symkit::unwind
