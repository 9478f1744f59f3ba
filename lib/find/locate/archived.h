// Images in archives, as Android's logs speak of them: "base.apk!libx.so", "base.apk!/lib/arm64-v8a/libx.so",
// or "base.apk (offset 0x1000)", which says where in the archive the image begins and not what it is called.
#pragma once

#include <string_view>
#include <vector>

#include "find/locate/candidates.h"
#include "ground/base/image_reference.h"

namespace symkit::locate {

// The file name of the archive that a path leads into, of nested ones the innermost; empty where it does not.
std::string_view archive_of(std::string_view path);

// Whether the candidate is stored in an archive and begins there where the log says. The archive is opened.
bool begins_where_log_says(const Candidate& candidate, const ImageReference& image);

// Of several that have the name those that lie where the log says, if any do.
void keep_those_in_place(const ImageReference& image, std::vector<Candidate>& candidates);

}  // namespace symkit::locate
