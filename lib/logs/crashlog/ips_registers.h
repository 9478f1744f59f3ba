// The registers of a thread, as an .ips has them: {"x":[{"value":1},…],"lr":{"value":4331000000},"flavor":…}.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "logs/crashlog/json_document.h"

namespace symkit::crashlog {

struct IpsRegister {
  std::string name;  // "x8", "lr"
  std::uint64_t value = 0;
  JsonValue object;
};

// Those that have a value, in the order in which Apple's tools print them.
std::vector<IpsRegister> registers_of(JsonValue thread_state);

// "ARM Thread State (64-bit)"
std::string_view name_of_thread_state(JsonValue thread_state);

// Whether a line that begins with the word may be of a register: pc, lr, x28, rip; also what else of a report
// is an address that need not be code.
bool is_register_name(std::string_view word);
// Where a call will return to.
bool is_link_register(std::string_view word);

}  // namespace symkit::crashlog
