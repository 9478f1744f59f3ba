// A mapping read from its index. Nothing is parsed and only large items are cached: a lookup touches the
// few pages of its class and assembles the answer from them.
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "answers/retrace/mapping.h"
#include "answers/retrace/mapping_header.h"
#include "ground/io/blob.h"
#include "keep/index/strings.h"

namespace symkit::retrace {

class MappingIndex : public Mapping {
 public:
  static Result<std::unique_ptr<MappingIndex>> open(io::SharedBlob blob);
  // Errors, and warnings of content newer than this program, name the place from which the bytes are.
  static Result<std::unique_ptr<MappingIndex>> open(io::SharedBlob blob, const std::string& place,
                                                    const WarningSink& warn);

  std::optional<ClassNaming> find(std::string_view name) override;
  Result<MethodGroup*> methods(std::uint32_t class_number, std::string_view name) override;
  Result<std::vector<Signature>> fields(std::uint32_t class_number, std::string_view name) override;
  bool source_file(std::string_view original, std::string& out) override;
  Result<std::vector<ListedClass>> list_classes() override;
  Result<ListedMembers> list_members(std::uint32_t class_number) override;
  std::unique_ptr<Mapping> twin() const override;
  std::string_view map_id() const override { return header_.map_id; }

  std::uint64_t source_stamp() const { return source_stamp_; }
  std::uint32_t class_count() const { return header_.counts.class_count; }

 private:
  // Signatures refer to strings by number and are read when needed.
  class Group : public MethodGroup, public SignatureSource {
   public:
    Group(const index::StringTable& strings, Bytes shapes) : strings_(strings), shapes_(shapes) {
      signatures = this;
    }
    const Signature& signature(std::uint32_t number, Detail detail) override;
    bool read(Bytes bytes);

   private:
    struct Lazy {
      std::uint32_t shape = 0, holder = 0, name = 0;  // holder: from 1
      bool has_names = false;
      bool has_types = false;
      Signature text;
    };

    std::string_view text_of(std::uint32_t number);
    bool read_signatures(Cursor& at);
    bool read_members(Cursor& at);
    bool read_rules(Cursor& at);
    bool read_ranges(Cursor& at);

    bool read_range(Cursor& at, const MappedRange& before, MappedRange& range);

    const index::StringTable& strings_;
    Bytes shapes_;
    std::vector<std::uint32_t> member_of_signature_;
    std::vector<Lazy> signatures_;
    std::deque<std::string> texts_;
    std::size_t texts_used_ = 0;
  };

  MappingIndex() = default;
  Result<void> load();
  Cursor body(std::uint32_t class_number) const;
  // The encoded methods of one name; empty if there are none.
  Result<Bytes> group_bytes(std::uint32_t class_number, std::string_view name);
  std::uint32_t file_of(std::string_view original) const;
  bool has_sound_class_files() const;

  io::SharedBlob blob_;
  std::string path_;  // for messages about damage
  MappingHeader header_;
  std::uint64_t source_stamp_ = 0;
  Bytes class_hashes_;
  Bytes class_records_;
  Bytes file_hashes_;
  Bytes file_names_;
  Bytes class_files_;  // of an index in parts
  Bytes bodies_;
  Bytes shapes_;
  index::StringTable strings_;
  std::string original_;           // of the class found last
  std::uint32_t source_file_ = 0;  // of the class found last, as in the index
  std::unique_ptr<Group> group_;
  // Caches of what takes long to read for each frame: groups by their location, classes by their numbers.
  std::unordered_map<const std::uint8_t*, std::unique_ptr<Group>> large_groups_;
  std::unordered_map<std::uint32_t, std::unordered_map<std::string_view, Bytes>> large_classes_;
  std::deque<std::string> field_texts_;
};

}  // namespace symkit::retrace
