#include "common/architecture_option.h"

namespace symkit::tools {

Result<void> read_architecture(const std::string& name, std::optional<Architecture>& architecture) {
  architecture = parse_architecture(name);
  if (!architecture)
    return fail("'" + name + "' is not an architecture: arm64, arm64e, armv7, x86_64, i386 …");
  return {};
}

}  // namespace symkit::tools
