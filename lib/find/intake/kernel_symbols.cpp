// System.map, and copies of /proc/kallsyms.
#include <algorithm>

#include "debug/symbols/settle.h"
#include "files/kernel/symbol_list.h"
#include "find/intake/input_kind.h"
#include "find/intake/richness.h"
#include "ground/base/words.h"
#include "ground/io/unpacked.h"
#include "keep/index/manifest.h"

namespace symkit::intake {
namespace {

using kernel::Symbol;

// The end of the last function is not recorded.
constexpr std::uint64_t page = 4096;

// "vmlinux-6.1.0" of System.map-6.1.0
std::string image_name(const std::string& path) {
  const std::string_view name = io::name_unpacked(std::string_view(path).substr(path.rfind('/') + 1));
  constexpr std::string_view usual = "System.map-";
  return name.starts_with(usual) ? say("vmlinux-", name.substr(usual.size())) : "vmlinux";
}

// A function extends to the next symbol of any kind, as in the kernel's own computation of sizes. Of
// several names the first is used, as the kernel logs it; the others are aliases for lookup.
void gather(const std::vector<Symbol>& symbols, std::uint64_t base, index::Draft& draft) {
  std::uint64_t named = 0;
  bool any = false;
  for (std::size_t i = 0; i < symbols.size(); ++i) {
    const std::uint64_t begin = symbols[i].address;
    if (begin < base || !is_code(symbols[i].type)) continue;
    const index::NameKey name = draft.name(symbols[i].name);
    if (any && named == begin) {
      draft.add_alias(begin, name);
      continue;
    }
    const auto next = std::ranges::upper_bound(symbols, begin, {}, &Symbol::address);
    const std::uint64_t end = next == symbols.end() ? begin / page * page + page : next->address;
    any = true;
    named = begin;
    if (end <= begin) continue;
    draft.add_symbol(begin, end, name);
    draft.begin_function(begin, end, name, index::Source::SymbolTable, 0, i);
    draft.end_function();
  }
}

class PreparableList final : public Preparable {
 public:
  PreparableList(std::string path, io::Unpacked text, kernel::SymbolList list, const Options& options)
      : Preparable({.id = options.id, .name = image_name(path)}),
        path_(std::move(path)),
        text_(std::move(text)),
        list_(std::move(list)),
        options_(options) {}

  Result<ImageId> id() const override {
    if (!about().id.empty()) return about().id;
    if (!options_.id_from_content)
      return fail(
          say(path_, ": carries no build id; give it the kernel's with --id, or write its index with -o"));
    return index::content_id(text_.bytes());
  }

  std::uint64_t stamp() const override { return index::checksum_of(text_.bytes()); }

  bool can_use(const io::SharedBlob& stored) const override {
    return index::facts_of(stored->bytes()).has_value();
  }

  Result<std::vector<std::uint8_t>> prepare(const ImageId& id) override {
    const std::string& name = options_.name.empty() ? about().name : options_.name;
    options_.watch.began(name, text_.bytes().size());
    if (list_.of_modules != 0)
      options_.watch.warn(say(path_, ": ", list_.of_modules,
                              " symbols of modules are skipped: their code is in other files"));
    const FileAddress base{list_.text_begin()};
    const std::vector drafts(1, [&] {
      index::Draft draft(1, base);
      gather(list_.symbols, base.value, draft);
      return draft;
    }());
    const std::vector<index::Piece> pieces = symbols::settle(drafts).pieces;
    if (pieces.empty()) return std::vector<std::uint8_t>();
    std::vector<index::SymbolRange> spans;
    std::vector<index::Alias> aliases;
    for (const index::DraftSymbol& one : drafts[0].symbols())
      spans.push_back({one.begin, one.end, one.name, 0});
    for (const index::DraftAlias& one : drafts[0].aliases()) aliases.push_back({one.begin, one.name, 0});
    const index::NativeMeta meta{.id = id, .image_name = name, .text_base = base, .source_stamp = stamp()};
    return index::write_native({meta, drafts, pieces, spans, aliases, {}}, options_.jobs);
  }

  bool knows_less(Bytes made, Bytes stored) const override { return is_poorer(made, stored); }

 private:
  std::string path_;
  io::Unpacked text_;  // the list's names are in it
  kernel::SymbolList list_;
  const Options& options_;
};

Result<Preparables> open_list(const std::string& path, const Options& options) {
  io::UnpackBudget budget;
  auto text = io::Unpacked::read(path, budget);
  if (!text) return fail(text.error());
  auto list = kernel::read_symbol_list(as_text(text->bytes()));
  if (!list) return fail(say(path, ": ", list.error().message));
  Preparables all;
  // Without an id it could not be found again.
  if (!options.leave_out_unusable || !options.id.empty())
    all.push_back(std::make_unique<PreparableList>(path, std::move(*text), std::move(*list), options));
  return all;
}

bool is_list(const std::string& /*path*/, io::Beginning& beginning) {
  return kernel::looks_like_symbol_list(beginning.text());
}

bool is_list_by_name(const std::string& path, io::Beginning& beginning) {
  const std::string_view name = std::string_view(path).substr(path.rfind('/') + 1);
  return (name.starts_with("System.map") || name.starts_with("kallsyms")) && is_list(path, beginning);
}

}  // namespace

InputKind kernel_symbols() {
  return {.called = "System.map", .is_one = is_list, .is_one_in_folder = is_list_by_name, .open = open_list};
}

}  // namespace symkit::intake
