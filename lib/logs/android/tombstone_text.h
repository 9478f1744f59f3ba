// A tombstone in protobuf as the text that Android writes beside it (tombstone_NN), to the character as
// pbtombstone prints it: then it is read as any other. docs/log-formats.md says where it differs.
#pragma once

#include <string>

#include "logs/android/tombstone.h"

namespace symkit::android {

std::string text_of(const Tombstone& tombstone);

// Two of its lines by themselves, with their ends: the one that names the processor, and a frame's.
std::string abi_line(const Tombstone& tombstone);
std::string frame_line(const Backtrace& frame);

}  // namespace symkit::android
