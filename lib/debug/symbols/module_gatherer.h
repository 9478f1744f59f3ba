// Reads a module of a PDB into a draft: its functions with their inlined calls and lines.
#pragma once

#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "debug/debuginfo/effort.h"
#include "debug/symbols/layout.h"
#include "files/pdb/module.h"
#include "files/pdb/type_names.h"
#include "keep/index/flat_map.h"
#include "keep/index/native_draft.h"

namespace symkit::symbols {

// Processes one module after the other for one worker.
class ModuleGatherer final : private pdb::FunctionSink {
 public:
  ModuleGatherer(const pdb::Database& database, const pdb::FunctionNames& names, const Layout& layout,
                 const Outline& outline, debuginfo::Effort& effort, index::Draft& draft)
      : database_(database),
        names_(names),
        layout_(layout),
        outline_(outline),
        effort_(effort),
        draft_(draft),
        reader_(database) {}

  Result<void> take(std::uint32_t module);

 private:
  // The innermost call from this address on.
  struct Stretch {
    std::uint32_t begin = 0;
    std::uint32_t site = 0;
  };
  struct SiteRow {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::uint32_t site = 0;
    std::uint32_t depth = 0;
  };
  // Calls are the same if they were inlined at the same place.
  struct CallKey {
    std::uint32_t parent = 0;
    std::uint32_t site = 0;
    index::DraftPlace place;
    bool operator==(const CallKey&) const = default;
  };
  struct CallHash {
    std::size_t operator()(const CallKey& key) const {
      const std::uint64_t a = std::uint64_t{key.parent} << 32 | key.site;
      const std::uint64_t b = std::uint64_t{key.place.file} << 32 | key.place.line;
      return (a * 0x9e3779b97f4a7c15U) ^ (b * 0xc2b2ae3d27d4eb4fU);
    }
  };

  void take(const pdb::Function& function) override;
  bool take_piece(const pdb::Function& function, const pdb::Piece& piece);
  index::NameKey name_of(const pdb::Function& function);
  index::NameKey kept_name(std::string_view name);
  index::NameKey callee_name(std::uint32_t id);
  void find_boundaries(const pdb::Function& function, std::uint32_t begin, std::span<const pdb::Row> lines);
  void find_stretches(const pdb::Function& function);
  void add_rows(const pdb::Function& function, std::span<const pdb::Row> lines);
  void add_row(std::uint32_t address, const pdb::Function& function, std::span<const pdb::Row> lines,
               std::uint32_t site);
  std::uint32_t call_for(const CallKey& key, const pdb::Function& function);
  std::span<const pdb::Row> lines_within(std::uint32_t begin, std::uint32_t end) const;
  index::DraftPlace place_of(const pdb::Row* row);

  const pdb::Database& database_;
  const pdb::FunctionNames& names_;
  const Layout& layout_;
  const Outline& outline_;
  debuginfo::EffortShare effort_;
  index::Draft& draft_;
  pdb::ModuleReader reader_;
  std::uint32_t module_ = 0;
  index::FlatMap callee_names_;  // by id → key plus 1
  index::FlatMap files_;         // of the module → key plus 1
  std::vector<std::uint32_t> boundaries_;
  std::vector<SiteRow> site_rows_;
  std::vector<Stretch> stretches_;
  std::vector<std::uint32_t> chain_;
  std::unordered_map<CallKey, std::uint32_t, CallHash> calls_;
  std::uint64_t moved_ = 0;  // added to an address as linked
  bool any_row_ = false;
  index::DraftRow last_row_;
};

}  // namespace symkit::symbols
