// The id that Go's linker gives what it makes: a text, "Xb1…/…/…/…", which profiles have in the place of a
// build id where the file has none of the other kind.
#pragma once

#include <string_view>
#include <vector>

#include "base/image_reference.h"
#include "locate/candidates.h"

namespace symkit::locate {

// Of all that stand for images it alone has slashes.
inline bool has_go_id(const ImageReference& in_log) { return in_log.code_id.contains('/'); }

// Leaves those in whose file it is.
void keep_with_go_id(std::string_view go_id, std::vector<Candidate>& candidates);

}  // namespace symkit::locate
