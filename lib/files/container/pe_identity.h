// Reads a PE file's headers and debug directory: the kind of file, and where its debug information is.
#pragma once

#include <optional>
#include <string_view>

#include "files/container/image.h"
#include "files/container/pe_file.h"
#include "ground/base/image_id.h"

namespace symkit::container::pe {

// The record "RSDS" of the debug directory.
struct CodeView {
  std::optional<ImageId> id;
  std::string_view path;  // of the PDB, on the machine that linked it; empty if there is none (MinGW)
};

std::optional<CodeView> code_view_of(const PeFile& file);
// The part after the last separator, of either kind.
std::string_view file_name(std::string_view path);
FileType file_type_of(const PeFile& file);
std::optional<DebugLink> debug_link_of(const PeFile& file);

}  // namespace symkit::container::pe
