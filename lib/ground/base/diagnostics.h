// Receives warnings: what the user should know but what is no reason to stop. Rooms never print; a tool
// passes in a sink and decides what to do. A sink is called from worker threads too.
#pragma once

#include <functional>
#include <string>

namespace symkit {

using WarningSink = std::function<void(std::string)>;

}  // namespace symkit
