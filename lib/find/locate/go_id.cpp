#include "find/locate/go_id.h"

#include <algorithm>

#include "files/container/open.h"
#include "ground/base/cursor.h"

namespace symkit::locate {
namespace {

constexpr std::string_view owner("Go\0\0", 4);
constexpr std::uint32_t note_of_id = 4;

// The id in one note, which consists of sizes, type, owner and the id.
std::string_view id_in(Bytes note, Endian endian) {
  Cursor at(note, endian);
  const std::uint32_t owner_size = at.u32();
  const std::uint32_t size = at.u32();
  const std::uint32_t type = at.u32();
  const std::string_view its_owner = as_text(at.bytes(owner_size));
  const std::string_view id = as_text(at.bytes(size));
  return at.failed() || type != note_of_id || its_owner != owner ? std::string_view() : id;
}

bool carries(const container::Image& image, std::string_view go_id) {
  return std::ranges::any_of(image.sections(), [&](const container::Section& section) {
    return section.name == ".note.go.buildid" && id_in(section.data, image.endian()) == go_id;
  });
}

bool carries(const Candidate& candidate, std::string_view go_id) {
  const auto file = container::open_file(candidate.path);
  return file &&
         std::ranges::any_of((*file)->images(), [&](const auto& image) { return carries(*image, go_id); });
}

}  // namespace

void keep_with_go_id(std::string_view written, std::vector<Candidate>& candidates) {
  const std::string go_id = go_id_of(written);
  std::erase_if(candidates, [&](const Candidate& candidate) { return !carries(candidate, go_id); });
}

}  // namespace symkit::locate
