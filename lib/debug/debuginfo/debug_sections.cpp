#include "debug/debuginfo/debug_sections.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "ground/io/workers.h"

namespace symkit::debuginfo {
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

DebugSections::DebugSections(const container::Image& image, const dwarf::DebugFile* supplementary,
                             Lines lines)
    : image_(image) {
  sections_.endian = image.endian();
  if (supplementary != nullptr) sections_.supplementary_str = supplementary->sections.str;
  for (const Wanted& want : wanted) {
    const container::Section* section = image.debug_section(want.name);
    if (section == nullptr || (lines == Lines::Unwanted && want.place == &dwarf::Sections::line)) continue;
    if (want.place == &dwarf::Sections::info) {
      info_ = {section, want.place};
    } else {
      others_.push_back({section, want.place});
    }
  }
  std::ranges::stable_sort(others_, std::greater{}, [](const Work& work) { return work.section->size; });
  others_left_.emplace(static_cast<std::ptrdiff_t>(others_.size()));
}

std::uint64_t DebugSections::size() const {
  std::uint64_t size = info_ ? info_->section->size : 0;
  for (const Work& work : others_) size += work.section->size;
  return size;
}

void DebugSections::make_info(const container::Image::Ready& ready) {
  if (!info_) return;
  const auto made = image_.contents_as_made(*info_->section, [&](Bytes contents, std::size_t final_bytes) {
    if (sections_.info.data() == nullptr) sections_.info = contents;
    return ready(contents, final_bytes);
  });
  if (!made) info_->error = made.error();
}

void DebugSections::make_others() {
  for (std::size_t i = next_++; i < others_.size(); i = next_++) {
    Work& work = others_[i];
    if (const Result<Bytes> bytes = image_.contents(*work.section)) {
      sections_.*work.place = *bytes;
    } else {
      work.error = bytes.error();
    }
    others_left_->count_down();
  }
  others_left_->wait();
}

Result<void> DebugSections::result() const {
  if (info_ && info_->error) return fail(*info_->error);
  return result_of_others();
}

Result<void> DebugSections::result_of_others() const {
  for (const Work& work : others_)
    if (work.error) return fail(*work.error);
  return {};
}

Result<dwarf::Sections> debug_sections(const container::Image& image, unsigned jobs) {
  DebugSections all(image);
  io::for_each_item(jobs, std::max(1U, jobs), [&](unsigned, std::size_t item) {
    if (item == 0) all.make_info([](Bytes, std::size_t) { return true; });
    all.make_others();
  });
  if (auto made = all.result(); !made) return std::unexpected(made.error());
  return all.sections();
}

}  // namespace symkit::debuginfo
