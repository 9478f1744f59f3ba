// An entry of logcat's binary buffers (events, statistics, security): a tag's number and typed values.
#pragma once

#include <string>
#include <string_view>

namespace symkit::android {

// "[30008]" and "[1,2,abc]". If the values cannot be read, a message replaces them.
void append_event(std::string_view payload, std::string& tag, std::string& message);

}  // namespace symkit::android
