// A mapping whose index is stored in parts: a class is looked up in the part given by the hash of its
// name, which has everything about it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "answers/retrace/mapping_index.h"
#include "keep/index/part_source.h"

namespace symkit::retrace {

class PartedMapping : public Mapping {
 public:
  // Errors, and warnings of content newer than this program, name the place. A class whose part is
  // unavailable or cannot be read keeps its name; trouble() has the reason, and `warn` is called once for
  // it.
  static Result<std::unique_ptr<PartedMapping>> open(Bytes manifest, std::shared_ptr<index::PartSource> parts,
                                                     const std::string& place, const WarningSink& warn);

  std::optional<ClassNaming> find(std::string_view name) override;
  Result<MethodGroup*> methods(std::uint32_t class_number, std::string_view name) override;
  Result<std::vector<Signature>> fields(std::uint32_t class_number, std::string_view name) override;
  // For the class that was looked up last, and those that its part refers to.
  bool source_file(std::string_view original, std::string& out) override;
  Result<std::vector<ListedClass>> list_classes() override;
  Result<ListedMembers> list_members(std::uint32_t class_number) override;
  std::unique_ptr<Mapping> twin() const override;
  std::string_view map_id() const override { return header_.map_id; }

  void expect(std::string_view class_name) override { parts_.expect(part_of(class_name)); }
  const std::string& trouble() const override { return trouble_; }

 private:
  using Part = std::shared_ptr<MappingIndex>;
  using Parts = index::OpenParts<MappingIndex>;

  PartedMapping(MappingHeader header, std::vector<std::uint64_t> first_hashes, Parts parts, WarningSink warn)
      : header_(std::move(header)),
        first_hashes_(std::move(first_hashes)),
        parts_(std::move(parts)),
        warn_(std::move(warn)) {}
  std::size_t part_of(std::string_view class_name) const;
  Result<Part> part(std::size_t number);
  void tell(const Error& error);
  // The part of a class, and the class's number there.
  struct ClassInPart {
    Part part;
    std::uint32_t number;
  };
  Result<ClassInPart> class_in_part(std::uint32_t class_number);

  MappingHeader header_;
  std::vector<std::uint64_t> first_hashes_;  // of the parts
  Parts parts_;
  WarningSink warn_;
  std::string trouble_;  // why the last lookup has no answer
  std::string told_;     // the last warning about an unavailable part
  Part asked_;           // the part used last, which stays open until another is used
  std::size_t asked_number_ = 0;
  Part methods_;  // of the methods, and of the fields, that were returned last
  Part fields_;
};

}  // namespace symkit::retrace
