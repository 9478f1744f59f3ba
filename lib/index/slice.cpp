#include "index/slice.h"

#include <algorithm>

#include "index/native_writer.h"

namespace symkit::index {
namespace {

class Copier {
 public:
  explicit Copier(const NativeIndex& index) : index_(index), draft_(index.instruction_step()) {}

  void add(const NativeIndex::WholeFunction& function) {
    draft_.begin_function(function.rows_begin, function.end, name(function.name), function.source, 0, 0,
                          function.is_part);
    for (const NativeIndex::CallRecord& call : function.calls)
      draft_.add_call(call.parent, name(call.name), file(call.call.file), call.call.line);
    for (const NativeIndex::Row& row : function.rows)
      draft_.add_row({row.address, row.call, file(row.place.file), row.place.line, row.is_statement});
    draft_.end_function();
    pieces_.push_back({function.begin, function.end, 0, static_cast<std::uint32_t>(pieces_.size())});
    add_symbols(function);
  }

  std::vector<std::uint8_t> write() {
    NativeMeta meta{.id = index_.id(),
                    .image_name = index_.image_name(),
                    .architecture = index_.architecture(),
                    .text_base = index_.text_base(),
                    .source_stamp = index_.source_stamp()};
    return write_native({std::move(meta), std::span(&draft_, 1), pieces_, symbols_}, 1);
  }

 private:
  NameKey name(NameId id) {
    if (id == 0) return 0;
    NameKey& key = names_[id];
    if (key == 0) {
      index_.read_name(id, text_);
      key = draft_.name(draft_.keep(text_));
    }
    return key;
  }

  FileKey file(FileId id) {
    if (id == 0) return 0;
    FileKey& key = files_[id];
    if (key == 0) {
      index_.read_path(id, text_);
      key = draft_.file(text_);
    }
    return key;
  }

  // A symbol that reaches into the next function is met there again.
  void add_symbols(const NativeIndex::WholeFunction& function) {
    for (const NativeIndex::Symbol& symbol : function.symbols) {
      if (!symbols_.empty() && symbols_.back().begin == symbol.begin) continue;
      symbols_.push_back({symbol.begin, symbol.end, name(symbol.name), 0});
    }
  }

  const NativeIndex& index_;
  Draft draft_;
  std::vector<Piece> pieces_;
  std::vector<SymbolSpan> symbols_;
  std::unordered_map<NameId, NameKey> names_;
  std::unordered_map<FileId, FileKey> files_;
  std::string text_;
};

}  // namespace

Result<std::vector<std::uint8_t>> slice_native(const NativeIndex& index, ImageOffset begin, ImageOffset end) {
  Copier copier(index);
  std::vector<NativeIndex::WholeFunction> functions;
  for (std::size_t block = 0; block < index.block_count(); ++block) {
    const bool ends_before = block + 1 < index.block_count() && index.block_start(block + 1) <= begin.value;
    if (ends_before) continue;
    if (index.block_start(block) >= end.value) break;
    functions.clear();
    if (!index.read_block(block, functions)) return fail("is damaged: a block cannot be read");
    for (const NativeIndex::WholeFunction& function : functions)
      if (function.end > begin.value && function.begin < end.value) copier.add(function);
  }
  return copier.write();
}

}  // namespace symkit::index
