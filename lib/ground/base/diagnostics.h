// Where a library puts what a person should know but what is no reason to stop. Rooms never print: a tool
// hands in a sink and decides. A sink is called from worker threads too.
#pragma once

#include <functional>
#include <string>

namespace symkit {

using WarningSink = std::function<void(std::string)>;

}  // namespace symkit
