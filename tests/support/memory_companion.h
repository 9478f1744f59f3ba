// One file beside an image, from memory: a .dwo or .dwp, or what several files share (dwz).
#pragma once

#include <memory>
#include <optional>

#include "debug/debuginfo/companions.h"
#include "debug/debuginfo/debug_sections.h"
#include "debug/debuginfo/split_file.h"
#include "files/container/open.h"

namespace symkit::test {

class MemoryCompanion final : public debuginfo::Companions {
 public:
  // `bytes` must outlive it.
  explicit MemoryCompanion(Bytes bytes) {
    auto opened = container::open_bytes(bytes, "companion");
    if (!opened) return;
    file_ = std::move(*opened);
    const container::Image& image = *file_->images().front();
    if (debuginfo::SplitFile::is_one(image)) {
      if (auto split = debuginfo::SplitFile::read(image)) split_ = std::move(*split);
    } else if (const auto sections = debuginfo::debug_sections(image, 1)) {
      shared_ = dwarf::DebugFile{*sections, dwarf::read_units(*sections)};
    }
  }

  std::optional<debuginfo::SplitUnit> split(const dwarf::Unit& skeleton) override {
    const dwarf::UnitHeader* header = split_ && skeleton.dwo_id ? split_->find(*skeleton.dwo_id) : nullptr;
    if (header == nullptr) return std::nullopt;
    return debuginfo::SplitUnit{.header = header,
                                .sections = split_->sections_of(*header),
                                .units = &split_->whole().units,
                                .file_size = split_->size()};
  }
  const dwarf::DebugFile* supplementary() override { return shared_ ? &*shared_ : nullptr; }
  std::string missing_supplementary() override { return {}; }
  std::string what_was_tried() const override { return {}; }

 private:
  std::unique_ptr<container::File> file_;
  std::optional<debuginfo::SplitFile> split_;
  std::optional<dwarf::DebugFile> shared_;
};

}  // namespace symkit::test
