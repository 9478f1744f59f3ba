// The codes of Windows' exceptions, in the words that signals and other systems have for them.
#pragma once

#include <cstdint>
#include <string>

namespace symkit::crashlog {

// "SIGSEGV" for 0xc0000005; "exception 0xc0000417" for a code that has no name.
std::string windows_exception(std::uint32_t code);

}  // namespace symkit::crashlog
