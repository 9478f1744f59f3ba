// rooms: base group
// A path, then on the lines behind it any bytes at all as CODEOWNERS, of GitHub and of GitLab: each owner is
// named once, and is a word of the file.
#include <set>
#include <string>

#include "ground/base/bytes.h"
#include "reports/group/codeowners.h"
#include "support/fuzz_require.h"

using namespace symkit;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input = as_text({data, size});
  const std::size_t end = std::min(input.find('\n'), input.size());
  const std::string_view path = input.substr(0, end), text = input.substr(std::min(size, end + 1));
  static_cast<void>(group::has_sections(text));
  for (const auto forge : {group::Forge::GitHub, group::Forge::GitLab}) {
    const auto file = group::CodeOwners::of(text, forge);
    const auto owners = file.owners_of(path);
    fuzz::require(owners.empty() || !file.empty());
    fuzz::require(std::set(owners.begin(), owners.end()).size() == owners.size());
    for (const std::string& owner : owners)
      fuzz::require(owner.contains('@') &&
                    (owner.contains('#') || owner.contains(' ') || text.contains(owner)));
  }
  return 0;
}
