// Images that a profile identifies by Go's own id instead of a build id (ground/base/go_id.h).
#pragma once

#include <string_view>
#include <vector>

#include "find/locate/candidates.h"
#include "ground/base/go_id.h"
#include "ground/base/image_reference.h"

namespace symkit::locate {

inline bool has_go_id(const ImageReference& in_log) { return is_go_id(in_log.code_id); }

// Keeps only the candidates whose file has this id; `written`: as in the log.
void keep_with_go_id(std::string_view written, std::vector<Candidate>& candidates);

}  // namespace symkit::locate
