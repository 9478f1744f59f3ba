// Images in archives, as Android's logs name them: "base.apk!libx.so", "base.apk!/lib/arm64-v8a/libx.so",
// or "base.apk (offset 0x1000)", which gives the image's place in the archive instead of its name.
#pragma once

#include <string_view>
#include <vector>

#include "find/locate/candidates.h"
#include "ground/base/image_reference.h"

namespace symkit::locate {

// The file name of the archive in a path, the innermost one if they are nested; empty if there is none.
std::string_view archive_of(std::string_view path);

// Whether the candidate is stored in an archive and begins there at the offset in the log. Opens the
// archive.
bool begins_where_log_says(const Candidate& candidate, const ImageReference& image);

// Keeps only the candidates that begin at the offset in the log, if there are any.
void keep_those_in_place(const ImageReference& image, std::vector<Candidate>& candidates);

}  // namespace symkit::locate
