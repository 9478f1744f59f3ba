#include "logs/crashlog/ips_registers.h"

#include <algorithm>
#include <array>

#include "ground/base/characters.h"

namespace symkit::crashlog {
namespace {

// Follow x0 to x28; then those of x86.
constexpr std::array<std::string_view, 7> of_arm = {"fp", "lr", "sp", "pc", "cpsr", "far", "esr"};
constexpr std::array<std::string_view, 19> of_x86 = {"rax", "rbx", "rcx", "rdx", "rdi",   "rsi", "rbp",
                                                     "rsp", "r8",  "r9",  "r10", "r11",   "r12", "r13",
                                                     "r14", "r15", "rip", "cr2", "rflags"};
// Words before an address in the description of an exception, or of the memory around it.
constexpr std::array<std::string_view, 2> of_exception = {"code", "vm"};

template <std::size_t size>
bool is_among(std::string_view word, const std::array<std::string_view, size>& words) {
  return std::ranges::find(words, word) != words.end();
}

}  // namespace

std::vector<IpsRegister> registers_of(json::Value thread_state) {
  std::vector<IpsRegister> found;
  const auto add = [&](std::string name, json::Value object) {
    if (const auto value = object["value"].number()) found.push_back({std::move(name), *value, object});
  };
  const json::Value numbered = thread_state["x"].is_array() ? thread_state["x"] : thread_state["r"];
  std::size_t number = 0;
  for (json::Value one = numbered.first(); one; one = one.next())
    add(std::string(numbered.key()) + std::to_string(number++), one);
  for (const std::string_view name : of_arm) add(std::string(name), thread_state[name]);
  for (const std::string_view name : of_x86) add(std::string(name), thread_state[name]);
  return found;
}

std::string_view name_of_thread_state(json::Value thread_state) {
  const std::string_view flavor = thread_state["flavor"].string();
  if (flavor == "ARM_THREAD_STATE64") return "ARM Thread State (64-bit)";
  if (flavor == "ARM_THREAD_STATE") return "ARM Thread State (32-bit)";
  return flavor.starts_with("x86") ? "X86 Thread State (64-bit)" : flavor;
}

bool is_register_name(std::string_view word) {
  if (is_among(word, of_arm) || is_among(word, of_x86) || is_among(word, of_exception)) return true;
  return word.size() >= 2 && word.size() <= 3 && (word[0] == 'x' || word[0] == 'r') &&
         std::ranges::all_of(word.substr(1), is_digit);
}

bool is_link_register(std::string_view word) { return word == "lr"; }

}  // namespace symkit::crashlog
