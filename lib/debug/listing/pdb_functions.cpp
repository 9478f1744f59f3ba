#include "debug/listing/pdb_functions.h"

#include <algorithm>
#include <memory>
#include <mutex>

#include "debug/debuginfo/code_ranges.h"
#include "files/pdb/linker_names.h"
#include "files/pdb/module.h"
#include "ground/io/workers.h"

namespace symkit::listing {
namespace {

using Symbols = std::vector<container::Symbol>;

// Reads one module after the other for one worker.
class ModuleLister final : public pdb::FunctionSink {
 public:
  // `symbols`: sorted by address.
  ModuleLister(const pdb::Database& database, const debuginfo::CodeRanges& code, const Symbols& symbols,
               std::uint64_t base)
      : database_(database), code_(code), symbols_(symbols), base_(base), reader_(database) {}

  Result<void> read(const pdb::ModuleInfo& module) {
    if (const auto entered = reader_.enter(module); !entered) return entered;
    reader_.each_function(*this);
    return {};
  }

  std::vector<Function>& functions() { return functions_; }
  std::deque<std::string>& texts() { return texts_; }

 private:
  // The module's records are freed when it is done.
  void take(const pdb::Function& function) override {
    database_.rearrangement().each_piece(function.begin, function.end, [&](const pdb::Piece& piece) {
      take_piece(function, piece);
      return functions_.size() < most_functions;
    });
  }

  void take_piece(const pdb::Function& function, const pdb::Piece& piece) {
    const std::uint64_t begin = base_ + piece.place;
    const auto range = code_.clip(begin, begin + (piece.end - piece.begin));
    if (!range) return;
    functions_.push_back({.begin = range->begin,
                          .size = range->end - range->begin,
                          .name = name_of(function),
                          .known_to = {.debug_info = true},
                          .is_function = true,
                          .is_part = function.is_part || piece.begin != function.begin,
                          .has_own_size = true});
  }

  // The linker's name, which includes the parameters.
  std::string_view name_of(const pdb::Function& function) {
    const FileAddress entry{base_ + database_.rearrangement().place_of(function.entry).value_or(UINT32_MAX)};
    const auto here = std::ranges::equal_range(symbols_, entry, {}, &container::Symbol::address);
    if (here.empty()) return texts_.emplace_back(function.name);
    const auto tried =
        std::ranges::subrange(here.begin(), here.begin() + std::min(std::ranges::distance(here), most_names));
    const auto same = std::ranges::find_if(
        tried, [&](const container::Symbol& symbol) { return pdb::is_name_of(symbol.name, function.name); });
    return same != tried.end() ? same->name : here.back().name;
  }

  static constexpr std::ptrdiff_t most_names = 64;  // at one address
  // Rearranged code is in pieces, and a malicious file may have very many for each function.
  static constexpr std::size_t most_functions = 16U << 20;

  const pdb::Database& database_;
  const debuginfo::CodeRanges& code_;
  const Symbols& symbols_;
  std::uint64_t base_;
  pdb::ModuleReader reader_;
  std::vector<Function> functions_;
  std::deque<std::string> texts_;
};

}  // namespace

void append_pdb_functions(const container::Image& image, unsigned jobs, const WarningSink& warn,
                          std::vector<Function>& functions, std::vector<std::deque<std::string>>& texts) {
  const auto database = image.program_database();
  if (!database) warn(database.error().message);
  if (!database || *database == nullptr) return;
  const debuginfo::CodeRanges code(image);
  Symbols symbols = image.symbols().value_or(Symbols());
  std::ranges::stable_sort(symbols, {}, &container::Symbol::address);
  std::vector<std::unique_ptr<ModuleLister>> listers;
  for (unsigned i = 0; i < std::max(1U, jobs); ++i)
    listers.push_back(std::make_unique<ModuleLister>(**database, code, symbols, image.text_base().value));
  std::mutex warning;
  const std::vector<pdb::ModuleInfo>& modules = (*database)->modules();
  io::for_each_item(std::max(1U, jobs), modules.size(), [&](unsigned worker, std::size_t item) {
    const auto read = listers[worker]->read(modules[item]);
    const std::scoped_lock lock(warning);
    if (!read) warn(read.error().message);
  });
  for (const auto& lister : listers) {
    functions.insert(functions.end(), lister->functions().begin(), lister->functions().end());
    texts.push_back(std::move(lister->texts()));
  }
}

}  // namespace symkit::listing
