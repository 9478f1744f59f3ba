// A mapping read from its text. Opening it finds the classes in one scan; each class is read when it is
// looked up. Classes stay loaded up to a limit of memory.
#pragma once

#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "answers/retrace/class_reader.h"
#include "answers/retrace/mapping.h"
#include "answers/retrace/mapping_scan.h"
#include "answers/retrace/mapping_text.h"
#include "ground/base/image_id.h"
#include "ground/base/number_table.h"
#include "keep/index/fingerprint.h"

namespace symkit::retrace {

// Whether a file begins like a mapping. `beginning` may end anywhere.
bool looks_like_mapping(std::string_view beginning);

class TextMapping : public Mapping {
 public:
  // In an assembled text: the text from this offset on is from another place.
  struct Part {
    std::size_t begin = 0;
    std::string path;
  };
  // `path` is the text's name in errors.
  static Result<std::unique_ptr<TextMapping>> of(MappingText text, std::string path, const WarningSink& warn,
                                                 const WarningSink& inform, std::vector<Part> parts = {});
  // The caller keeps the text. `declared`: the version that applies if the text declares none.
  static Result<std::unique_ptr<TextMapping>> of_text(std::string_view text, std::string path,
                                                      const WarningSink& warn, const WarningSink& inform,
                                                      MapVersion declared = {});

  std::optional<ClassNaming> find(std::string_view name) override;
  Result<MethodGroup*> methods(std::uint32_t class_number, std::string_view name) override;
  Result<std::vector<Signature>> fields(std::uint32_t class_number, std::string_view name) override;
  bool source_file(std::string_view original, std::string& out) override;
  Result<std::vector<ListedClass>> list_classes() override;
  Result<ListedMembers> list_members(std::uint32_t class_number) override;
  std::unique_ptr<Mapping> twin() const override;
  std::string_view map_id() const override { return id_text_; }

  // For writing an index.
  std::size_t class_count() const { return scan().class_begins.size(); }
  ClassLine class_line(std::uint32_t number) const;
  // Whether this is the class of its name, and not replaced by a later one.
  bool is_current(std::uint32_t number) const;
  Result<std::unique_ptr<ReadClass>> read_class(std::uint32_t number) const;
  std::optional<std::string> source_file_of(std::uint32_t number) const;
  Bytes bytes() const { return as_bytes(text_); }
  // Fingerprint of the text, which is read for it at the first call.
  const index::Fingerprint& fingerprint() const;
  std::size_t bytes_of(std::uint32_t number) const { return body(number).size(); }
  const std::vector<std::string>& unknown_versions() const { return scan().unknown_versions; }
  // For classes that need not be in this text: source files by original name.
  const std::unordered_map<std::string, std::string>& files_elsewhere() const {
    return scan().files_elsewhere;
  }

 private:
  static constexpr std::size_t most_loaded = 16 * 1024 * 1024;

  // Shared by twins.
  struct Shared {
    MappingScan scan;
    std::vector<Part> parts;
    std::once_flag knows_originals;
    std::once_flag has_fingerprint;
    index::Fingerprint fingerprint;
    std::mutex telling;  // guards the members below
    bool warned_of_newer = false;
    std::set<std::uint32_t> remarked;  // classes that were warned about
  };

  TextMapping(std::string path, const WarningSink& warn, const WarningSink& inform)
      : path_(std::move(path)), warn_(warn), inform_(inform), shared_(std::make_shared<Shared>()) {}

  MappingScan& scan() const { return shared_->scan; }
  Result<void> scan_text(MapVersion declared = {});
  void fill_originals();
  std::uint32_t* find_original(std::uint64_t hash, std::string_view original);
  std::string_view body(std::uint32_t number) const;
  // What is remembered of a class that was looked up.
  struct Known {
    std::uint32_t number = 0;
    ClassLine line;
    std::unique_ptr<ReadClass> content;  // null: not read yet
    // The source file of the last class of an original, or of one before it.
    std::optional<std::string> file;
    bool knows_file = false;
  };
  Known& known(std::uint32_t number);
  const std::optional<std::string>& file_of(Known& last) const;
  Result<ReadClass*> loaded(std::uint32_t number);
  void tell(const ReadClass& read, std::uint32_t number);
  struct Place {
    std::string path;
    std::size_t line = 0;
    std::size_t column = 0;
  };
  Place place_of(std::size_t offset) const;
  Error error_at(std::size_t offset, const std::string& expected) const;

  std::string path_;
  WarningSink warn_;
  WarningSink inform_;
  MappingText bytes_;
  std::string_view text_;
  std::string id_text_;
  std::shared_ptr<Shared> shared_;
  std::size_t most_loaded_ = most_loaded;  // of text; a class that was read takes several times as much
  std::vector<Known> known_;
  NumberTable places_;            // in known_, by number
  std::size_t loaded_bytes_ = 0;  // of text
};

}  // namespace symkit::retrace
