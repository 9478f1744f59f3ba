// "1 log", "2 logs"
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "ground/base/words.h"

namespace symkit::symgroup {

inline std::string counted(std::uint64_t count, std::string_view what) {
  return say(count, ' ', what, count == 1 ? "" : "s");
}

}  // namespace symkit::symgroup
