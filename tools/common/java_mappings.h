// The mappings with which a tool restores Java's names: one that the user named, or those in the stores.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "answers/retrace/line_rewriter.h"
#include "common/console.h"

namespace symkit::tools {

using OpenedMappings = Result<std::unique_ptr<retrace::MappingSource>>;

// `inform` gets what the mapping says of itself.
OpenedMappings open_mapping(
    const std::string& path, Console& console, const WarningSink& inform = [](const std::string&) {});

OpenedMappings mappings_of_stores(const std::vector<std::string>& given, Console& console);

}  // namespace symkit::tools
