// --arch: the architecture of a slice, by any name in use.
#pragma once

#include <optional>
#include <string>

#include "ground/base/architecture.h"
#include "ground/base/result.h"

namespace symkit::tools {

Result<void> read_architecture(const std::string& name, std::optional<Architecture>& architecture);

}  // namespace symkit::tools
