// An open zip archive: entries by name, and their contents. Stored content is used in place; compressed
// content is decompressed into memory. An entry may itself be an archive.
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
  // An error does not name the archive.
  static Result<std::shared_ptr<const Archive>> open(io::SharedBlob content);

  const std::vector<Entry>& entries() const { return entries_; }
  // Null if there is none with the name.
  const Entry* find(std::string_view name) const;

  // An entry's content, valid as long as anyone holds it. Errors name the entry.
  Result<io::SharedBlob> content(const Entry& entry, io::UnpackBudget& budget) const;

  // The first bytes of an entry's content, at most as many as fit in `room`: enough to recognise it.
  Result<Bytes> beginning(const Entry& entry, std::span<std::uint8_t> room) const;

  // Where an entry's content begins in the archive, if it is stored uncompressed.
  std::optional<std::uint64_t> place_of(const Entry& entry) const;

 private:
  explicit Archive(io::SharedBlob content) : content_(std::move(content)) {}

  io::SharedBlob content_;
  std::vector<Entry> entries_;
  std::unordered_map<std::string_view, std::size_t> by_name_;
};

}  // namespace symkit::archive
