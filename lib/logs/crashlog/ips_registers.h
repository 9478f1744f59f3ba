// The registers of a thread in an .ips: {"x":[{"value":1},…],"lr":{"value":4331000000},"flavor":…}.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ground/json/document.h"

namespace symkit::crashlog {

struct IpsRegister {
  std::string name;  // "x8", "lr"
  std::uint64_t value = 0;
  json::Value object;
};

// Registers with a value, in the order in which Apple's tools print them.
std::vector<IpsRegister> registers_of(json::Value thread_state);

// "ARM Thread State (64-bit)"
std::string_view name_of_thread_state(json::Value thread_state);

// Whether a line that begins with the word may be a register: pc, lr, x28, rip; also other addresses in a
// report that need not be code.
bool is_register_name(std::string_view word);
// Whether the register holds a return address.
bool is_link_register(std::string_view word);

}  // namespace symkit::crashlog
