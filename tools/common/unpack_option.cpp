#include "common/unpack_option.h"

#include "ground/io/unpack_budget.h"

namespace symkit::tools {

void declare_max_unpacked(CommandLine& line) {
  line.option("--max-unpacked", [](const std::string& text) -> Result<void> {
    const auto size = io::read_size(text);
    if (!size) return fail("'" + text + "' is not a size: 500M, 16G, or a number of bytes");
    io::UnpackBudget::allow(*size);
    return {};
  });
}

}  // namespace symkit::tools
