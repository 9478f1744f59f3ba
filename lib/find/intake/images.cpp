// ELF and Mach-O images: complete files, and slices of fat files.
#include <algorithm>
#include <mutex>
#include <optional>
#include <set>
#include <string>

#include "debug/companions/companions.h"
#include "debug/debuginfo/split_file.h"
#include "debug/symbols/excerpts.h"
#include "debug/symbols/missing_units.h"
#include "debug/symbols/prepare.h"
#include "files/container/open.h"
#include "find/intake/input_kind.h"
#include "find/intake/richness.h"
#include "find/intake/text_base.h"
#include "find/intake/unwinding.h"
#include "ground/base/words.h"
#include "keep/index/manifest.h"
#include "keep/index/native_index.h"
#include "stacks/unwind/image_tables.h"

namespace symkit::intake {
namespace {

using SharedFile = std::shared_ptr<const container::File>;

class PreparableImage final : public Preparable {
 public:
  PreparableImage(SharedFile file, const container::Image& image, const Options& options)
      : Preparable({.id = image.id().value_or(options.id),
                    .architecture = image.architecture(),
                    .name = file->name()}),
        file_(std::move(file)),
        image_(image),
        options_(options),
        kept_{
            .columns = options.columns, .variables = options.variables, .declarations = options.declarations},
        is_part_(debuginfo::SplitFile::is_one(image)),
        companions_(companions::companions_of(
            image, {.path = file_->path(), .name = options.name, .beside = options.beside},
            options.companions)) {}

  Result<ImageId> id() const override {
    if (!about().id.empty()) return about().id;
    if (is_part_) return fail(say(file_->path(), ": ", why_empty()));
    if (!options_.id_from_content)
      return fail(say(file_->path(),
                      ": carries no build id or UUID; give it one with --id, or write its index with -o"));
    return index::content_id(file_->bytes());
  }

  std::uint64_t stamp() const override { return symbols::source_stamp(image_); }

  bool can_use(const io::SharedBlob& stored) const override {
    return index::facts_of(stored->bytes()).has_value();
  }

  // Files that were missing when it was made may exist now.
  bool is_up_to_date(Bytes stored) const override {
    const auto facts = index::facts_of(stored);
    if (!facts) return false;
    const bool is_whole = facts->source_stamp == stamp();
    if (!is_whole && (is_made_whole(stored) || companions_->missing_supplementary().empty())) return false;
    if (options_.columns && !facts->has_columns && symbols::may_have_columns(image_, companions_.get()))
      return false;
    if ((options_.variables && !facts->has_variables) || (options_.declarations && !facts->has_declarations))
      return false;
    return facts->split.units == 0 ||
           symbols::missing_units(image_, *companions_, options_.jobs) >= facts->split.units;
  }

  void keep_what_is_in(Bytes stored) override {
    const auto facts = index::facts_of(stored);
    if (!facts) return;
    kept_.columns = kept_.columns || facts->has_columns;
    kept_.variables = kept_.variables || facts->has_variables;
    kept_.declarations = kept_.declarations || facts->has_declarations;
  }

  Result<std::vector<std::uint8_t>> prepare(const ImageId& id) override {
    options_.watch.began(name(), symbols::debug_bytes(image_, *companions_, options_.jobs));
    symbols::PrepareOptions how = how_to_prepare(id);
    if (options_.note_units) how.units = (units_ = std::make_shared<index::UnitRanges>()).get();
    auto bytes = symbols::prepare(image_, how);
    if (!bytes) return fail(bytes.error().within(file_->path()));
    return bytes;
  }

  std::vector<std::uint8_t> unwind_index(const ImageId& id) const override {
    return sealed(unwind::what_is_stored(image_), id, stamp(),
                  {.image_name = name(), .architecture = image_.architecture()});
  }

  First first(const ImageId& id) override {
    auto excerpts = symbols::Excerpts::of(image_, how_to_prepare(id));
    if (excerpts == nullptr) return {};
    auto facts = excerpts->facts();
    if (!facts) return {};
    return {.excerpts = std::move(excerpts),
            .facts = std::move(*facts),
            .text_base = image_.text_base(),
            .work = symbols::expected_work(image_, companions_.get())};
  }

  std::shared_ptr<const index::UnitRanges> units() const override { return units_; }

  std::optional<FileAddress> text_base() const override {
    if (!counts_from_load()) return image_.text_base();
    return text_base_among(options_.same_image, about().id);
  }
  bool counts_from_load() const override { return image_.format() == container::Format::Pdb; }

  std::string_view why_empty() const override {
    if (is_part_)
      return "is a part of split debug information (.dwo, .dwp): name the binary that it belongs to, and it "
             "is "
             "found next to it or below --symbols";
    return "has no functions: neither debug information nor symbols of code";
  }

  // A stripped copy must not replace the index of the complete file.
  bool knows_less(Bytes made, Bytes stored) const override {
    if (is_poorer(made, stored)) return true;
    return !is_poorer(stored, made) && !is_made_whole(made) && is_made_whole(stored);
  }

 private:
  // Optional content: requested now, or in the stored index already.
  struct Kept {
    bool columns;
    bool variables;
    bool declarations;
  };

  std::string name() const { return options_.name.empty() ? about().name : options_.name; }

  symbols::PrepareOptions how_to_prepare(const ImageId& id) const {
    symbols::PrepareOptions how;
    how.jobs = options_.jobs;
    how.columns = kept_.columns;
    how.variables = kept_.variables;
    how.declarations = kept_.declarations;
    how.id = id;
    how.image_name = name();
    how.warn = [&](const std::string& message) {
      const std::scoped_lock lock(warning_);
      if (warnings_.insert(message).second) options_.watch.warn(say(file_->path(), ": ", message));
    };
    how.advanced = options_.watch.advanced;
    how.advanced_elsewhere = options_.watch.advanced_elsewhere;
    how.companions = companions_.get();
    how.was_named = !options_.leave_out_unusable;
    how.release_pages = [&](std::size_t part, std::size_t parts) { file_->release_pages(part, parts); };
    how.done_with = [&](Bytes part) { file_->release_pages(part); };
    return how;
  }

  // Whether it includes the debug information that the image shares with others, if there is any.
  bool is_made_whole(Bytes stored) const {
    const auto facts = index::facts_of(stored);
    return facts && facts->source_stamp != symbols::stamp_without_supplementary(image_);
  }

  SharedFile file_;
  const container::Image& image_;
  const Options& options_;
  Kept kept_;
  bool is_part_;
  std::unique_ptr<debuginfo::Companions> companions_;
  std::shared_ptr<index::UnitRanges> units_;
  mutable std::mutex warning_;
  mutable std::set<std::string> warnings_;  // each is given once
};

std::string architectures_of(const container::File& file) {
  std::string names;
  for (const auto& image : file.images())
    names += say(names.empty() ? "" : ", ", name_of(image->architecture()));
  return names;
}

Result<std::vector<const container::Image*>> chosen_images(const container::File& file,
                                                           const Options& options) {
  std::vector<const container::Image*> exact, variants;
  for (const auto& image : file.images()) {
    if (!options.architecture || image->architecture() == *options.architecture) {
      exact.push_back(image.get());
    } else if (is_variant(*options.architecture, image->architecture())) {
      variants.push_back(image.get());
    }
  }
  if (!exact.empty()) return exact;
  if (!variants.empty()) return variants;
  return fail(say(file.path(), ": no image for ", name_of(*options.architecture), "; it has ",
                  architectures_of(file)));
}

Result<Preparables> open_images(const std::string& path, const Options& options) {
  auto opened = container::open_file(path);
  if (!opened) return fail(opened.error());
  const SharedFile file = std::move(*opened);
  const auto chosen = chosen_images(*file, options);
  if (!chosen) return fail(chosen.error());
  Preparables all;
  for (const container::Image* image : *chosen)
    if (!options.leave_out_unusable || image->id())
      all.push_back(std::make_unique<PreparableImage>(file, *image, options));
  return all;
}

bool is_image(const std::string& /*path*/, io::Beginning& beginning) {
  return container::looks_like_image(beginning.bytes());
}

}  // namespace

InputKind images() {
  return {.called = "binary or debug file",
          .is_one = is_image,
          .is_one_in_folder = is_image,
          .open = open_images};
}

}  // namespace symkit::intake
