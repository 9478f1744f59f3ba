// The object files of a debug map, from memory: the members of one archive, each under the last name in the
// path that the map has for it.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "debug/companions/object_fit.h"
#include "debug/companions/objects_at.h"
#include "debug/debuginfo/companions.h"
#include "files/archive/object_archive.h"
#include "files/container/macho_debug_map.h"
#include "files/container/open.h"
#include "ground/base/object_path.h"

namespace symkit::test {

class MemoryObjects final : public debuginfo::Companions, private debuginfo::LinkedObjects {
 public:
  // `image` and `archive` must outlive it.
  MemoryObjects(const container::Image& image, Bytes archive) {
    auto map = container::macho::read_debug_map(image);
    const auto members = archive::read_object_archive(archive);
    if (!map) return;
    const companions::MachoCode code(image);
    const debuginfo::CodeRanges ranges(image);
    folded_ = companions::folded_symbols(image, *map);
    map_ = std::move(*map);
    if (folded_.empty()) std::erase_if(map_, [](const auto& mapped) { return mapped.functions.empty(); });
    for (const container::macho::MappedObject& mapped : map_) {
      Found& found = found_.emplace_back();
      found.path = mapped.path;
      const auto path = split_object_path(mapped.path);
      const std::string_view name = path.member.empty() ? path.file : path.member;
      for (const archive::ObjectMember& member : members)
        if (member.name == name.substr(name.rfind('/') + 1))
          take(member, {mapped, folded_, code, ranges}, found);
    }
  }

  std::optional<debuginfo::SplitUnit> split(const dwarf::Unit& /*skeleton*/) override { return std::nullopt; }
  const dwarf::DebugFile* supplementary() override { return nullptr; }
  std::string missing_supplementary() override { return {}; }
  std::string what_was_tried() const override { return {}; }
  debuginfo::LinkedObjects* objects() override { return found_.empty() ? nullptr : this; }

 private:
  struct Found {
    std::string_view path;
    std::unique_ptr<container::File> file;
    debuginfo::LinkedObject object;
  };

  struct Wanted {
    const container::macho::MappedObject& mapped;
    const companions::FoldedSymbols& folded;
    const companions::MachoCode& code;
    const debuginfo::CodeRanges& ranges;
  };

  static void take(const archive::ObjectMember& member, const Wanted& wanted, Found& found) {
    auto file = container::open_bytes(member.bytes, "object");
    if (!file || found.file != nullptr || (*file)->images().empty()) return;
    const container::Image& image = *(*file)->images().front();
    if (image.format() != container::Format::MachO) return;
    companions::ObjectFit fit =
        companions::fit_object(image, wanted.mapped, wanted.folded, wanted.code, wanted.ranges, false);
    if (!fit.is_it()) return;
    found.object = {.image = &image, .code = std::move(fit.code), .changed = fit.others != 0};
    found.file = std::move(*file);
  }

  std::size_t count() const override { return found_.size(); }
  std::size_t functions() const override {
    std::size_t count = 0;
    for (const container::macho::MappedObject& mapped : map_) count += mapped.functions.size();
    return count;
  }
  std::optional<std::vector<std::size_t>> with_code_at(std::uint64_t address,
                                                       dwarf::Range& range) const override {
    return companions::objects_at(map_, folded_, address, range);
  }
  debuginfo::ObjectSight look_for(std::size_t /*number*/) override {
    return debuginfo::ObjectSight::Doubtful;
  }
  std::string_view path(std::size_t number) const override { return found_[number].path; }
  std::string why_not(std::size_t /*number*/) const override { return "was not found"; }
  const debuginfo::LinkedObject* open(std::size_t number) override {
    return found_[number].file == nullptr ? nullptr : &found_[number].object;
  }

  std::vector<container::macho::MappedObject> map_;
  companions::FoldedSymbols folded_;
  std::deque<Found> found_;
};

}  // namespace symkit::test
