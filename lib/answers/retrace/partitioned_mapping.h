// A partitioned mapping used directly: only the parts that a stack needs are decompressed and read. Parts
// stay loaded up to a limit of memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "answers/retrace/mapping.h"
#include "answers/retrace/partition_archive.h"

namespace symkit::retrace {

class PartitionedMapping : public Mapping {
 public:
  static Result<std::unique_ptr<PartitionedMapping>> open(io::SharedBlob content, const std::string& path,
                                                          const WarningSink& warn, const WarningSink& inform);

  std::optional<ClassNaming> find(std::string_view name) override;
  Result<MethodGroup*> methods(std::uint32_t class_number, std::string_view name) override;
  Result<std::vector<Signature>> fields(std::uint32_t class_number, std::string_view name) override;
  // For the class that was looked up last, and those that its part refers to.
  bool source_file(std::string_view original, std::string& out) override;
  Result<std::vector<ListedClass>> list_classes() override;
  Result<ListedMembers> list_members(std::uint32_t class_number) override;
  std::unique_ptr<Mapping> twin() const override;
  std::string_view map_id() const override;

 private:
  static constexpr std::size_t most_kept = 4 * 1024 * 1024;
  static constexpr std::size_t most_kept_by_twin = 1024 * 1024;

  struct Part {
    std::unique_ptr<TextMapping> mapping;
    ClassNaming naming;  // of the class that the part is named after
    bool has_class = false;
  };

  // Shared by twins.
  struct Shared {
    std::shared_ptr<PartitionArchive> archive;
    std::mutex telling;  // guards the members below
    bool warned = false;
    std::vector<char> read;  // which parts were read and warned about
    WarningSink warn;
    WarningSink inform;

    bool is_first_to_read(std::uint32_t number) {
      const std::scoped_lock locked(telling);
      return std::exchange(read[number], 1) == 0;
    }
  };

  explicit PartitionedMapping(std::shared_ptr<Shared> shared, std::size_t most)
      : shared_(std::move(shared)), most_kept_(most) {}

  Result<std::shared_ptr<Part>> part(std::uint32_t number);
  Result<std::shared_ptr<Part>> read_part(std::uint32_t number) const;

  std::shared_ptr<Shared> shared_;
  std::size_t most_kept_;  // of text; a part that was read takes several times as much
  std::unordered_map<std::uint32_t, std::shared_ptr<Part>> kept_;
  std::size_t kept_bytes_ = 0;     // of text
  std::shared_ptr<Part> asked_;    // the part used last; null if there was none of the name
  std::shared_ptr<Part> methods_;  // of the methods, and of the fields, that were returned last
  std::shared_ptr<Part> fields_;
};

}  // namespace symkit::retrace
