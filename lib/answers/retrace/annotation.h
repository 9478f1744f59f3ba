// What R8 writes into comments of a mapping: # {"id":"com.android.tools.r8.synthesized"}. Each kind exists
// since a version of the format; where the mapping declares an older one it is ignored.
#pragma once

#include <compare>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "answers/retrace/naming.h"

namespace symkit::retrace {

// The version of the format that is in force at a place in a mapping.
struct MapVersion {
  int major = 0;  // 0.0: none was declared, or an experimental one
  int minor = 0;

  auto operator<=>(const MapVersion&) const = default;
};

inline constexpr MapVersion newest_version{2, 2};
inline constexpr std::string_view newest_version_name = "2.2";

// "2.2" as mappings write it; of what declares none it is 0.0, of what is not understood newer than all.
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
    Unknown,    // JSON with an id that means nothing here
    Malformed,  // no JSON, or not what its id demands
  };

  Kind kind = Kind::Malformed;
  MapVersion version;           // Version
  std::string text;             // SourceFile; Version: as written; else its id; Malformed: why
  RewriteFrame rewrite;         // RewriteFrame
  CallsitePositions positions;  // OutlineCallsite
  std::string return_type;      // ResidualSignature, as Java writes it; a field's type
  std::string arguments;        // ResidualSignature of a method
  std::vector<std::pair<std::string, std::string>> files;  // PartitionSourceFiles: original classes, theirs
  bool is_method = false;                                  // ResidualSignature
};

// Where the JSON of a comment line begins, or nothing for other lines: "   # {…".
std::optional<std::string_view> json_of_comment(std::string_view line);

Annotation read_annotation(std::string_view json, MapVersion declared);

}  // namespace symkit::retrace
