// Paths into archives, in the notation of Android and Java: "app.apk!/lib/arm64-v8a/libx.so". Archives
// may be nested: "build.zip!/sdk.aar!/jni/arm64-v8a/libx.so".
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

// The deepest nesting of archives: real ones are never deeper, but an archive can contain itself.
inline constexpr unsigned deepest = 4;

// Whether the path leads into a file: an existing file with exactly this name takes precedence. Costs
// nothing if the mark is not in the path.
bool leads_into_archive(const std::string& path);

struct OpenedEntry {
  io::SharedBlob content;
  std::string archive;  // the file name of its archive, the innermost if nested
  // Where it begins in that archive, if it is stored uncompressed.
  std::optional<std::uint64_t> place = {};
};

// Opens such a path. Decompressed bytes count against the `budget`. Errors name the path.
Result<OpenedEntry> open_entry(const std::string& path, io::UnpackBudget& budget);

}  // namespace symkit::archive
