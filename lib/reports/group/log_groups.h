// Groups the crashes of a log, for callers that have logs one by one.
#pragma once

#include <string_view>

#include "answers/symbolize/frame_resolver.h"
#include "ground/base/result.h"
#include "ground/io/input.h"
#include "reports/group/groups.h"
#include "reports/group/rules.h"

namespace symkit::group {

// Adds the crashes of one log. `name` is the log's name in the places of examples. `names` names frames
// that have no names; null: they are compared by their places. An error ends the log: what was read
// before it counts.
Result<void> add_log(Groups& groups, io::Input& log, std::string_view name, const Rules& rules,
                     symbolize::FrameResolver* names = nullptr);

}  // namespace symkit::group
