// Mappings of R8 and ProGuard.
#include "answers/retrace/mapping_index.h"
#include "answers/retrace/mapping_writer.h"
#include "answers/retrace/partition_archive.h"
#include "answers/retrace/text_mapping.h"
#include "find/intake/input_kind.h"
#include "ground/base/words.h"
#include "keep/index/part_table.h"

namespace symkit::intake {
namespace {

Indexed about_mapping(const std::string& path, const retrace::TextMapping& mapping, const Options& options) {
  Indexed about;
  about.kind = index::Kind::Mapping;
  about.name = path.substr(path.rfind('/') + 1);
  about.id_text = mapping.map_id();
  about.id = mapping.map_id().empty() && !options.id.empty() ? options.id : retrace::id_of(mapping);
  return about;
}

class PreparableMapping final : public Preparable {
 public:
  PreparableMapping(const std::string& path, std::unique_ptr<retrace::TextMapping> mapping,
                    const Options& options)
      : Preparable(about_mapping(path, *mapping, options)), mapping_(std::move(mapping)), options_(options) {}

  std::uint64_t stamp() const override { return retrace::source_stamp(*mapping_); }

  bool can_use(const io::SharedBlob& stored) const override {
    return index::leads_to_parts(stored->bytes()) || retrace::MappingIndex::open(stored).has_value();
  }

  Result<std::vector<std::uint8_t>> prepare(const ImageId& /*id*/) override {
    options_.watch.began(about().name, mapping_->bytes().size());
    return retrace::write_mapping_index(*mapping_, {options_.jobs, options_.watch.advanced});
  }

 private:
  std::unique_ptr<retrace::TextMapping> mapping_;
  const Options& options_;
};

Result<Preparables> open_mapping(const std::string& path, const Options& options) {
  const auto ignore = [](const std::string&) {};
  auto mapping = retrace::open_whole_mapping(path, options.watch.warn, ignore);
  if (!mapping) return fail(mapping.error());
  if ((*mapping)->class_count() == 0) return fail(say(path, ": is a mapping without classes"));
  Preparables all;
  // A mapping without an id could not be found again: stacks do not name mappings.
  if (!options.leave_out_unusable || !(*mapping)->map_id().empty())
    all.push_back(std::make_unique<PreparableMapping>(path, std::move(*mapping), options));
  return all;
}

bool is_mapping(const std::string& path, io::Beginning& beginning) {
  return retrace::is_partitioned_mapping(path, beginning.bytes()) ||
         retrace::looks_like_mapping(beginning.text());
}

// A folder may contain any text.
bool is_mapping_by_name(const std::string& path, io::Beginning& beginning) {
  return path.find("mapping", path.rfind('/') + 1) != std::string::npos && is_mapping(path, beginning);
}

}  // namespace

InputKind mappings() {
  return {.called = "mapping",
          .is_one = is_mapping,
          .is_one_in_folder = is_mapping_by_name,
          .open = open_mapping};
}

}  // namespace symkit::intake
