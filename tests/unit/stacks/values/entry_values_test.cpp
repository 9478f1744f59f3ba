// What functions were called with, by what their callers say of the calls.
#include <algorithm>
#include <doctest/doctest.h>
#include <map>

#include "files/dwarf/operations.h"
#include "stacks/unwind/processor.h"
#include "stacks/values/entry_slot.h"
#include "stacks/values/frame_values.h"
#include "stacks/values/tail_calls.h"
#include "types_of.h"

using namespace symkit;
using namespace symkit::values;
using enum dwarf::Operation;
using variables::CallSite;
using variables::Location;

namespace {

using Expression = std::vector<std::uint8_t>;

class NoMemory final : public unwind::Memory {
 public:
  Bytes at(std::uint64_t, std::uint64_t) const override { return {}; }
};

// Functions at 0x1000, 0x2000, …; each has one argument, which came in rdi.
class Functions final : public variables::Source {
 public:
  Functions() {
    type_ = {.kind = Kind::Base, .encoding = Encoding::Signed, .has_size = true, .size = 4, .name = "int"};
  }

  const variables::Function* function_at(std::uint64_t address) override {
    variables::Function& made = functions_[address];
    made.entry = address / 0x1000 * 0x1000;
    made.scopes = {{{{.name = "argument",
                      .type = 1,
                      .is_argument = true,
                      .location = {Location::Kind::Expression, asks_}}}}};
    made.may_have_begun_anew = begins_anew;
    return &made;
  }
  const CallSite* call_before(std::uint64_t address) override {
    const auto found = calls.find(address);
    return found == calls.end() ? nullptr : &found->second;
  }
  const std::vector<CallSite>* tail_calls(std::uint64_t entry) override {
    const auto found = tails.find(entry);
    return found == tails.end() ? nullptr : &found->second;
  }
  const Type& type(TypeId) override { return type_; }
  variables::Variable variable(variables::VariableId, std::uint64_t) override { return {}; }

  bool begins_anew = false;
  std::map<std::uint64_t, CallSite> calls;
  std::map<std::uint64_t, std::vector<CallSite>> tails;

 private:
  const Expression asks_ = {DW_OP_entry_value, 1, DW_OP_reg0 + 5, DW_OP_stack_value};
  std::map<std::uint64_t, variables::Function> functions_;
  Type type_;
};

const Expression rdi = {DW_OP_reg0 + 5}, seven = {DW_OP_lit0 + 7},
                 twice = {DW_OP_entry_value, 1, DW_OP_reg0 + 5, DW_OP_lit0 + 2, DW_OP_mul};

CallSite call(std::uint64_t callee, const Expression& value) {
  CallSite made;
  made.callee = callee;
  made.passed.push_back({.to = rdi, .value = value, .data = {}});
  return made;
}

// The argument of the first frame: 0x1000 was called from 0x2000, that from 0x3000.
std::string argument(Functions& functions) {
  unwind::Stack stack;
  for (const std::uint64_t address : {0x1008U, 0x2008U, 0x3008U})
    stack.frames.push_back({.address = address,
                            .is_return_address = address != 0x1008,
                            .trust = unwind::Trust::Cfi,
                            .stack = address});
  stack.registers.resize(3);
  const NoMemory memory;
  const auto never = [](std::string_view) { return false; };
  FrameValues values({.stack = stack,
                      .code = std::vector<CodeOfFrame>(3, {&functions, 0}),
                      .processor = *unwind::processor_of(Architecture::X86_64),
                      .vectors = {},
                      .memory = memory,
                      .symbol_at = [](std::uint64_t) { return std::string(); },
                      .is_secret = never,
                      .has_secret = never});
  return values.of(0).front().front().text.text;
}

}  // namespace

TEST_CASE("the caller says what it has passed, and its own caller what that was made of") {
  Functions functions;
  CHECK(argument(functions) == "<optimized out>");
  functions.calls[0x2008] = call(0x1000, seven);
  CHECK(argument(functions) == "7");
  functions.calls[0x2008] = call(0x1000, twice);
  CHECK(argument(functions) == "<optimized out>");
  functions.calls[0x3008] = call(0x2000, seven);
  CHECK(argument(functions) == "14");
  functions.begins_anew = true;
  CHECK(argument(functions) == "<optimized out>");
}

TEST_CASE("who calls another function has passed nothing, unless only one way leads on") {
  Functions functions;
  functions.calls[0x2008] = call(0x4000, seven);
  CHECK(argument(functions) == "<optimized out>");
  functions.tails[0x4000] = {call(0x5000, twice)};
  CHECK(argument(functions) == "<optimized out>");
  functions.tails[0x5000] = {call(0x1000, twice)};
  CHECK(argument(functions) == "28");
  functions.tails[0x4000].push_back(call(0x1000, seven));
  CHECK(argument(functions) == "<optimized out>");
}

TEST_CASE("ways are followed to their end, and circles not again and again") {
  Functions functions;
  const auto length = [&] {
    const auto chain = only_chain(0x4000, 0x1000, functions);
    return chain ? chain->size() : 0;
  };
  functions.tails[0x4000] = {call(0x5000, seven)};
  functions.tails[0x5000] = {call(0x1000, seven)};
  CHECK(length() == 2);
  functions.tails[0x4000].push_back(call(0x6000, seven));
  CHECK(length() == 0);  // what is there may lead anywhere
  functions.tails[0x6000] = {};
  CHECK(length() == 2);
  functions.tails[0x6000] = {CallSite{}};
  CHECK(length() == 0);
  functions.tails[0x6000] = {call(0x4000, seven)};
  CHECK(length() == 0);  // once, or after a turn
}

TEST_CASE("arguments come in registers, or above the stack pointer") {
  CHECK(entry_slot(rdi)->number == 5);
  CHECK(entry_slot(Expression{DW_OP_regx, 17})->number == 17);
  CHECK(entry_slot(Expression{DW_OP_regval_type, 17, 3})->type == 3);
  CHECK(entry_slot(Expression{DW_OP_fbreg, 8, DW_OP_deref})
            ->is_same(*passed_slot(Expression{DW_OP_breg0 + 7, 8}, 7)));
  CHECK(entry_slot(Expression{DW_OP_breg0 + 5, 0, DW_OP_deref_size, 4})->is_referred);
  CHECK(!entry_slot(Expression{DW_OP_breg0 + 5, 8, DW_OP_deref}));
  CHECK(!entry_slot(Expression{DW_OP_lit0}));
  CHECK(!entry_slot(Expression{}));
}
