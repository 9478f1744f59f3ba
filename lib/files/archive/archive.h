// A zip archive that is open: entries by name, and what they hold. What is stored as it is stays where it is,
// what is packed is unpacked into memory. An entry may be an archive again.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "files/archive/zip_directory.h"
#include "ground/io/blob.h"
#include "ground/io/unpack_budget.h"

namespace symkit::archive {

class Archive {
 public:
  // An error does not say which archive it is.
  static Result<std::shared_ptr<const Archive>> open(io::SharedBlob content);

  const std::vector<Entry>& entries() const { return entries_; }
  // Null where there is none of the name.
  const Entry* find(std::string_view name) const;

  // The same for as long as anybody has it. Errors say the entry's name.
  Result<io::SharedBlob> content(const Entry& entry, io::UnpackBudget& budget) const;

  // The first bytes of what an entry holds, at most as many as `room`: enough to tell what it is.
  Result<Bytes> beginning(const Entry& entry, std::span<std::uint8_t> room) const;

  // Where an entry's bytes begin in the archive, if these are what it holds.
  std::optional<std::uint64_t> place_of(const Entry& entry) const;

 private:
  explicit Archive(io::SharedBlob content) : content_(std::move(content)) {}

  io::SharedBlob content_;
  std::vector<Entry> entries_;
  std::unordered_map<std::string_view, std::size_t> by_name_;
};

}  // namespace symkit::archive
