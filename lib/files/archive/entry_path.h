// Paths into archives, as Android and Java write them: "app.apk!/lib/arm64-v8a/libx.so". Archives may lie in
// archives: "build.zip!/sdk.aar!/jni/arm64-v8a/libx.so".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "ground/base/result.h"
#include "ground/io/blob.h"
#include "ground/io/unpack_budget.h"

namespace symkit::archive {

inline constexpr std::string_view entry_mark = "!/";

// No archive is looked for deeper within others: nobody packs so, but an archive can hold itself.
inline constexpr unsigned deepest = 4;

// Whether the path leads into a file, and not to one: a file that is called so comes first. Costs nothing
// where the mark is not in the path.
bool leads_into_archive(const std::string& path);

struct OpenedEntry {
  io::SharedBlob content;
  std::string archive;  // the file name of the archive that it lies in, of nested ones the innermost
  // Where it begins in that archive, if it is stored there as it is.
  std::optional<std::uint64_t> place = {};
};

// What lies behind such a path. What has to be unpacked on the way is taken from the `budget`. Errors name
// the path.
Result<OpenedEntry> open_entry(const std::string& path, io::UnpackBudget& budget);

}  // namespace symkit::archive
