// A partitioned mapping in R8's format: a zip archive with an entry for each class, named by the class's
// name in the program. Requested entries are decompressed once for all threads; together they form a
// mapping.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "answers/retrace/annotation.h"
#include "answers/retrace/mapping_scan.h"
#include "answers/retrace/text_mapping.h"
#include "files/archive/archive.h"
#include "ground/base/diagnostics.h"
#include "ground/base/result.h"
#include "ground/io/blob.h"

namespace symkit::retrace {

class PartitionArchive {
 public:
  // Errors name the path.
  static Result<std::shared_ptr<PartitionArchive>> open(io::SharedBlob content, const std::string& path);

  const std::string& path() const { return path_; }
  // The mapping's text before its first class; its version applies to all parts.
  const MappingScan& header() const { return header_; }
  MapVersion version() const { return version_; }

  std::size_t size() const { return archive_->entries().size(); }
  bool is_part(std::uint32_t number) const { return &archive_->entries()[number] != metadata_entry_; }
  std::string_view name(std::uint32_t number) const { return archive_->entries()[number].name; }
  std::string path_of(std::uint32_t number) const;
  std::optional<std::uint32_t> find(std::string_view name) const;

  // The text of a part; valid as long as the archive. Thread-safe.
  Result<std::string_view> text(std::uint32_t number);

  // All parts as one mapping. Warns of parts that METADATA names and that are missing.
  Result<std::unique_ptr<TextMapping>> joined(const WarningSink& warn, const WarningSink& inform);

 private:
  PartitionArchive(std::shared_ptr<const archive::Archive> archive, std::string path)
      : archive_(std::move(archive)), path_(std::move(path)), contents_(archive_->entries().size()) {}

  Result<void> read_metadata();
  void complain_of_missing(const WarningSink& warn) const;
  std::string version_line() const;

  std::shared_ptr<const archive::Archive> archive_;
  std::string path_;
  const archive::Entry* metadata_entry_ = nullptr;
  io::SharedBlob metadata_;
  std::string_view part_names_;
  std::string_view header_text_;
  MappingScan header_;
  MapVersion version_;
  std::string_view version_name_;
  std::mutex unpacking_;
  io::UnpackBudget budget_;
  std::vector<io::SharedBlob> contents_;
};

// Opens a mapping's text, or assembles it from its parts.
Result<std::unique_ptr<TextMapping>> open_whole_mapping(const std::string& path, const WarningSink& warn,
                                                        const WarningSink& inform);

bool is_partitioned_mapping(const std::string& path, Bytes beginning);

}  // namespace symkit::retrace
