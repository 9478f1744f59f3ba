#include "debug/debuginfo/units.h"

#include <utility>

#include "ground/base/large_memory.h"
#include "ground/base/words.h"
#include "ground/io/workers.h"

namespace symkit::debuginfo {
namespace {

constexpr std::size_t bytes_between_releases = 32 << 20;  // while .debug_info is decompressed
constexpr std::uint64_t bytes_done_with = 8 << 20;        // in units

}  // namespace

std::string told_broken(const dwarf::UnitHeader& unit, std::string_view fate) {
  return say("the unit at ", hex(unit.offset),
             " of .debug_info is broken; only the part before the fault is ", fate);
}

Result<void> Units::walk(const WalkOptions& options,
                         const std::function<bool(unsigned, const dwarf::UnitHeader&)>& take) {
  std::mutex warning;
  const unsigned jobs = std::max(1U, options.jobs);
  io::for_each_item(jobs, jobs, [&](unsigned, std::size_t item) {
    const auto worker = static_cast<unsigned>(item);
    if (unpacked_) unpack(worker, options);
    while (const auto header = feed_.next()) {
      if (!take(worker, *header)) {
        const std::scoped_lock lock(warning);
        options.warn(told_broken(*header, options.fate));
      }
      tell_done(*header, options);
      if (options.is_in_vain()) break;
    }
  });
  if (unpacked_)
    if (auto made = unpacked_->result(); !made) return made;
  if (!list().fault.empty()) options.warn(list().fault);
  if (effort_.is_spent())
    options.warn(
        say("its debug information repeats itself endlessly; only the part before that is ", options.fate));
  return {};
}

void Units::until_whole() {
  if (complete_)
    std::call_once(listed_, [this] {
      complete_();
      feed_.take(dwarf::read_units(given_));
    });
  feed_.until_whole();
}

std::optional<SplitUnit> Units::split(const dwarf::Unit& skeleton) {
  auto found = companions_ == nullptr ? std::nullopt : companions_->split(skeleton);
  if (!found) return std::nullopt;
  if (is_new_file_(reinterpret_cast<std::uintptr_t>(found->units))) effort_.grow(found->file_size);
  split_bytes_ += found->header->end - found->header->offset;
  const dwarf::Sections& image = skeleton.sections();
  found->sections.addr = image.addr;
  found->sections.ranges = image.ranges;
  found->sections.line = image.line;
  found->sections.line_str = image.line_str;
  return found;
}

void Units::tell_done(const dwarf::UnitHeader& unit, const WalkOptions& options) {
  const std::uint64_t size = unit.end - unit.offset;
  options.advanced(size);
  if (const std::uint64_t elsewhere = split_bytes_.exchange(0); elsewhere != 0)
    options.advanced_elsewhere(elsewhere);
  const std::uint64_t before = done_bytes_.fetch_add(size);
  if (before / bytes_done_with != (before + size) / bytes_done_with) options.done_with(sections().info);
}

// One worker decompresses .debug_info, the others the other sections.
void Units::unpack(unsigned worker, const WalkOptions& options) {
  if (worker == 0) unpack_info(options);
  unpacked_->make_others();
}

void Units::unpack_info(const WalkOptions& options) {
  std::size_t released = 0;
  bool is_begun = false;
  unpacked_->make_info([&](Bytes info, std::size_t final_bytes) {
    if (!std::exchange(is_begun, true) && final_bytes < info.size())
      want_large_pages(info.data(), info.size());
    feed_.add(info, sections().endian, final_bytes);
    if (final_bytes - released < bytes_between_releases || final_bytes == info.size()) return true;
    options.release_pages();
    released = final_bytes;
    return true;
  });
  feed_.finish();
}

}  // namespace symkit::debuginfo
