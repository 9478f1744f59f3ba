#include "symbols/debug_sections.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "io/workers.h"

namespace symkit::symbols {
namespace {

struct Wanted {
  std::string_view name;
  Bytes dwarf::Sections::* place;
};

constexpr std::array wanted = {
    Wanted{"debug_info", &dwarf::Sections::info},
    Wanted{"debug_abbrev", &dwarf::Sections::abbrev},
    Wanted{"debug_line", &dwarf::Sections::line},
    Wanted{"debug_line_str", &dwarf::Sections::line_str},
    Wanted{"debug_str", &dwarf::Sections::str},
    Wanted{"debug_str_offsets", &dwarf::Sections::str_offsets},
    Wanted{"debug_addr", &dwarf::Sections::addr},
    Wanted{"debug_ranges", &dwarf::Sections::ranges},
    Wanted{"debug_rnglists", &dwarf::Sections::rnglists},
};

}  // namespace

Result<dwarf::Sections> debug_sections(const container::Image& image, unsigned jobs) {
  struct Work {
    const container::Section* section;
    Bytes dwarf::Sections::* place;
  };
  std::vector<Work> work;
  for (const Wanted& want : wanted)
    if (const container::Section* section = image.debug_section(want.name))
      work.push_back({section, want.place});
  std::ranges::sort(work, std::greater{}, [](const Work& item) { return item.section->size; });
  dwarf::Sections sections;
  sections.endian = image.endian();
  std::vector<std::optional<Error>> errors(work.size());
  io::for_each_item(jobs, work.size(), [&](unsigned, std::size_t i) {
    const Result<Bytes> bytes = image.contents(*work[i].section);
    if (bytes) {
      sections.*work[i].place = *bytes;
    } else {
      errors[i] = bytes.error();
    }
  });
  for (const auto& error : errors)
    if (error) return fail(*error);
  return sections;
}

}  // namespace symkit::symbols
