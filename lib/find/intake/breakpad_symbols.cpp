// Breakpad's symbol files (.sym), compressed or not.
#include <filesystem>
#include <utility>

#include "debug/breakpad/symbols.h"
#include "debug/symbols/settle.h"
#include "debug/symbols/unit_ranges.h"
#include "find/intake/input_kind.h"
#include "find/intake/richness.h"
#include "find/intake/symbol_file.h"
#include "find/intake/text_base.h"
#include "find/intake/unwinding.h"
#include "ground/base/words.h"
#include "keep/index/manifest.h"
#include "stacks/unwind/breakpad_table.h"
#include "stacks/unwind/stored_draft.h"

namespace symkit::intake {
namespace {

Indexed about_symbols(const breakpad::Module& module, const Options& options) {
  return {.id = module.id.empty() ? options.id : module.id,
          .architecture = module.architecture,
          .name = module.name};
}

class PreparableSymbols final : public Preparable {
 public:
  PreparableSymbols(std::string path, const breakpad::Module& module, std::uint64_t stamp,
                    const Options& options)
      : Preparable(about_symbols(module, options)),
        path_(std::move(path)),
        stamp_(stamp),
        options_(options) {}

  Result<ImageId> id() const override {
    if (!about().id.empty()) return about().id;
    if (!options_.id_from_content)
      return fail(say(path_, ": its id is all zeros; give it one with --id, or write its index with -o"));
    return index::content_id(as_bytes(say(path_, stamp_)));
  }

  std::uint64_t stamp() const override { return stamp_; }

  bool can_use(const io::SharedBlob& stored) const override {
    return index::facts_of(stored->bytes()).has_value();
  }

  Result<std::vector<std::uint8_t>> prepare(const ImageId& id) override {
    const std::string& name = options_.name.empty() ? about().name : options_.name;
    const auto warn = [&](const std::string& message) { options_.watch.warn(say(path_, ": ", message)); };
    std::error_code ignored;
    options_.watch.began(name, std::filesystem::file_size(path_, ignored));
    const auto symbols = breakpad::Symbols::read(path_, {options_.jobs, warn, options_.watch.advanced});
    if (!symbols) return fail(symbols.error());
    const std::vector<index::Piece> pieces = symbols::settle(symbols->drafts()).pieces;
    if (pieces.empty()) return std::vector<std::uint8_t>();
    if (options_.note_units)
      symbols::note_files(symbols->drafts(), pieces, *(units_ = std::make_shared<index::UnitRanges>()));
    const index::NativeMeta meta{.id = id,
                                 .image_name = name,
                                 .architecture = about().architecture,
                                 .text_base = {},
                                 .is_relative = true,
                                 .source_stamp = stamp_};
    auto bytes = index::write_native(
        {.meta = meta, .drafts = symbols->drafts(), .pieces = pieces, .symbols = {}}, options_.jobs);
    if (bytes.empty()) return fail(say(path_, ": ", index::too_large_to_write));
    return bytes;
  }

  std::shared_ptr<const index::UnitRanges> units() const override { return units_; }

  std::vector<std::uint8_t> unwind_index(const ImageId& id) const override {
    const auto text = text_for_unwinding(path_);
    if (!text) return {};
    unwind::StoredDraft draft({});
    unwind::BreakpadTable(*text, about().architecture, 0).store(draft);
    return sealed(std::move(draft), id, stamp_,
                  {.image_name = options_.name.empty() ? about().name : options_.name,
                   .architecture = about().architecture});
  }

  std::optional<FileAddress> text_base() const override {
    return text_base_among(options_.same_image, about().id);
  }
  bool counts_from_load() const override { return true; }

  std::string_view why_empty() const override {
    return "has neither FUNC nor PUBLIC records: nothing to look up";
  }

  // The stored index may be from the image's own debug file.
  bool knows_less(Bytes made, Bytes stored) const override { return is_poorer(made, stored); }

 private:
  std::string path_;
  std::uint64_t stamp_;
  const Options& options_;
  std::shared_ptr<index::UnitRanges> units_;
};

Result<Preparables> open_symbols(const std::string& path, const Options& options) {
  const auto module = breakpad::module_of(path);
  if (!module) return fail(module.error());
  const auto stamp = breakpad::stamp_of(path);
  if (!stamp) return fail(stamp.error());
  const Architecture have = module->architecture;
  if (options.architecture && have != *options.architecture && !is_variant(*options.architecture, have))
    return fail(say(path, ": no image for ", name_of(*options.architecture), "; it is for ", name_of(have)));
  Preparables all;
  if (!options.leave_out_unusable || !module->id.empty())
    all.push_back(std::make_unique<PreparableSymbols>(path, *module, *stamp, options));
  return all;
}

// A broken file that begins with MODULE is reported as such, not as an image.
bool is_symbols(const std::string& /*path*/, io::Beginning& beginning) {
  return beginning.text().starts_with("MODULE ");
}

bool is_symbols_in_folder(const std::string& path, io::Beginning& beginning) {
  const std::string_view name = std::string_view(path).substr(path.rfind('/') + 1);
  return !breakpad::image_of(name).empty() && breakpad::looks_like_symbols(beginning.text());
}

}  // namespace

InputKind breakpad_symbols() {
  return {.called = "Breakpad symbol file",
          .is_one = is_symbols,
          .is_one_in_folder = is_symbols_in_folder,
          .open = open_symbols};
}

}  // namespace symkit::intake
