// A tombstone in protobuf as the text that Android writes next to it (tombstone_NN), exactly as
// pbtombstone prints it, so that it can be read like any other. docs/log-formats.md describes the
// differences.
#pragma once

#include <string>

#include "logs/android/tombstone.h"

namespace symkit::android {

std::string text_of(const Tombstone& tombstone);

}  // namespace symkit::android
