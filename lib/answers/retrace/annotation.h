// Annotations that R8 writes into comments of a mapping: # {"id":"com.android.tools.r8.synthesized"}.
// Each kind exists since a certain version of the format; if the mapping declares an older version, it is
// ignored.
#pragma once

#include <compare>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "answers/retrace/naming.h"

namespace symkit::retrace {

// The version of the format that applies at a place in a mapping.
struct MapVersion {
  int major = 0;  // 0.0: not declared, or experimental
  int minor = 0;

  auto operator<=>(const MapVersion&) const = default;
};

inline constexpr MapVersion newest_version{2, 2};
inline constexpr std::string_view newest_version_name = "2.2";

// Parses "2.2" as in mappings. An empty version is 0.0; one that cannot be parsed is newer than all
// others.
MapVersion read_map_version(std::string_view text);

struct Annotation {
  enum class Kind {
    Version,
    SourceFile,
    Synthesized,
    RewriteFrame,
    Outline,
    OutlineCallsite,
    ResidualSignature,
    PartitionSourceFiles,
    TooNew,     // known, but not in the declared version
    Unknown,    // JSON with an unknown id
    Malformed,  // not JSON, or without what its id requires
  };

  Kind kind = Kind::Malformed;
  MapVersion version;           // Version
  std::string text;             // SourceFile; Version: as written; Unknown, TooNew: id; Malformed: why
  RewriteFrame rewrite;         // RewriteFrame
  CallsitePositions positions;  // OutlineCallsite
  std::string return_type;      // ResidualSignature, in Java's notation; or a field's type
  std::string arguments;        // ResidualSignature of a method
  std::vector<std::pair<std::string, std::string>> files;  // PartitionSourceFiles: class and file
  bool is_method = false;                                  // ResidualSignature
};

// Where the JSON of a comment line, "   # {…", begins; nothing for other lines.
std::optional<std::string_view> json_of_comment(std::string_view line);

Annotation read_annotation(std::string_view json, MapVersion declared);

}  // namespace symkit::retrace
