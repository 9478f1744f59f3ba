// rooms: pdb
// Any bytes at all as a PDB: all that it says is asked for, and nothing may crash, hang or take memory beyond
// reason.
#include <cstddef>
#include <cstdint>

#include "files/pdb/module.h"
#include "files/pdb/type_names.h"

using namespace symkit;
using namespace symkit::pdb;

namespace {

volatile std::uint64_t sink;

// Reads every byte, so that a view that reaches out of its buffer is seen.
void touch(std::string_view text) {
  std::uint64_t sum = 0;
  for (const char c : text) sum += static_cast<std::uint8_t>(c);
  sink = sink + sum;
}

void require_apart(std::span<const Row> rows) {
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (rows[i].begin >= rows[i].end || (i != 0 && rows[i].begin < rows[i - 1].end)) __builtin_trap();
}

class Reader final : public FunctionSink {
 public:
  Reader(const Database& database, const FunctionNames& names) : names_(names), reader_(database) {}

  void read(const ModuleInfo& module) {
    if (!reader_.enter(module)) return;
    require_apart(reader_.lines());
    std::size_t left = 1000;
    for (const Row& row : reader_.lines())
      if (left-- != 0)
        touch(reader_.file_name(row.file));
      else
        break;
    reader_.each_function(*this);
  }

 private:
  void take(const Function& function) override {
    if (function.begin >= function.end) __builtin_trap();
    touch(function.name);
    for (std::size_t i = 0; i < function.sites.size(); ++i) {
      const InlineSite& site = function.sites[i];
      if (site.parent > i || site.depth == 0) __builtin_trap();
      require_apart(site.rows);
      for (const Row& row : site.rows)
        if (row.begin < function.begin || row.end > function.end) __builtin_trap();
      if (named_++ < 1000) touch(names_.name_of(site.callee));
    }
  }

  const FunctionNames& names_;
  ModuleReader reader_;
  std::size_t named_ = 0;
};

}  // namespace

namespace {

void read_all(const Database& database) {
  Stream records;
  if (const auto publics = database.publics(records))
    for (const Public& one : *publics) touch(one.name);
  const auto names = FunctionNames::of(database);
  if (!names) return;
  Reader reader(database, *names);
  for (const ModuleInfo& module : database.modules()) reader.read(module);
}

// Rearranged code: pieces lie within what was asked, one behind the other.
void cut(const Rearrangement& rearrangement) {
  std::uint32_t before = 0x1000;
  std::size_t left = 1000;
  rearrangement.each_piece(0x1000, 0x9000, [&](const Piece& piece) {
    if (piece.begin < before || piece.begin >= piece.end || piece.end > 0x9000) __builtin_trap();
    before = piece.end;
    return left-- != 0;
  });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto database = Database::open({data, size});
  if (!database) return 0;
  read_all(**database);
  cut((*database)->rearrangement());
  const std::uint32_t rvas[] = {0x1000, 0x1127};
  if (const auto excerpt = (*database)->around(rvas, rvas); excerpt && *excerpt) read_all(**excerpt);
  return 0;
}
