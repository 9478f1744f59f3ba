// Who wrote a line, if its prefix says so: several processes, or the tasks of a kernel, write into one log
// at the same time.
#pragma once

#include <string_view>

namespace symkit::crashlog {

// The process number in the prefix of a line: logcat's "11-22 20:01:02.345  4711  4720 E Shop: " and
// "E/Shop  ( 4711): ", syslog's "shop[4711]: ". Empty if there is none.
std::string_view process_in_prefix(std::string_view prefix);

// The name of one of several processes that do the same: "[rank0]: ", "worker-1 | ", "[1,0]<stderr>:",
// "[pod/web-6d4cf56db6-lx7qk/kiosk] ", Open MPI's "[node7:04711] ". Numbers of frames may look the same.
// Empty if there is none.
std::string_view worker_in_prefix(std::string_view prefix);

// Linux' kernel can say which task or processor wrote a line: "T4711" of "[   12.345678][ T4711] ", "C0" of
// "[   12.345678][    C0] ". Empty if it does not.
std::string_view kernel_context_in_prefix(std::string_view prefix);

}  // namespace symkit::crashlog
