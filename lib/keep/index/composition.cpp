#include "keep/index/composition.h"

#include <algorithm>
#include <tuple>

namespace symkit::index {
namespace {

// Attributes every byte of the blocks to a file and a piece: rows to the file of their line, what
// precedes them to the file of the function, callees to their file; an entry of a table belongs to the
// piece that needed it first.
class BlockShares {
 public:
  BlockShares(const NativeIndex& index, const UnitRanges* units)
      : index_(index),
        units_(units),
        by_file_(std::size_t{index.file_count()} + 1),
        place_in_block_(by_file_.size()) {}

  bool add(std::size_t block) {
    pieces_.clear();
    if (!index_.read_block(block, pieces_)) return false;
    tables_ = index_.shared_tables(block);
    callees_ = files_ = 0;
    if (!note_places()) return false;
    for (const NativeIndex::WholePiece& piece : pieces_) add(piece, &piece == &pieces_.back());
    return true;
  }

  std::vector<Share> files() const {
    std::vector<Share> shares;
    for (FileId file = 0; file < by_file_.size(); ++file) {
      if (by_file_[file] == 0) continue;
      Share& share = shares.emplace_back();
      index_.read_path(file, share.name);
      share.bytes = by_file_[file];
    }
    largest_first(shares);
    return shares;
  }

  std::vector<Share> units() const {
    std::vector<Share> shares;
    for (const auto& [unit, bytes] : by_unit_) {
      const auto name = units_->names.find(unit);
      shares.push_back({name == units_->names.end() ? "" : name->second, bytes});
    }
    if (without_unit_ != 0) shares.push_back({"", without_unit_});
    largest_first(shares);
    return shares;
  }

 private:
  // False if a file is not in the index.
  bool note_places() {
    const auto is_known = [this](FileId file) { return file < place_in_block_.size(); };
    if (!std::ranges::all_of(tables_.files, is_known) || !std::ranges::all_of(tables_.callees, is_known))
      return false;
    for (const FileId callee : tables_.callees) place_in_block_[callee] = 0;
    for (std::size_t i = tables_.files.size(); i-- > 0;)
      place_in_block_[tables_.files[i]] = static_cast<std::uint32_t>(i + 1);
    return true;
  }

  void add(const NativeIndex::WholePiece& piece, bool is_last) {
    std::uint64_t all = piece.head_bytes;
    const bool has_callee = piece.function_callee != 0 && piece.function_callee <= tables_.callees.size();
    give(has_callee ? tables_.callees[piece.function_callee - 1] : 0, piece.head_bytes);
    for (const NativeIndex::Row& row : piece.rows) {
      give(row.place.file, row.bytes);
      all += row.bytes;
    }
    all += take_tables(piece, is_last);
    if (units_ != nullptr) unit_of(piece) += all;
  }

  // The bytes of the entries that the piece was the first to need; for the last piece, of all that are
  // left.
  std::uint64_t take_tables(const NativeIndex::WholePiece& piece, bool is_last) {
    std::uint64_t bytes = 0;
    std::uint32_t last_file = piece.last_file;
    for (; callees_ < tables_.callees.size() && (is_last || callees_ < piece.last_callee); ++callees_) {
      last_file = std::max(last_file, place_in_block_[tables_.callees[callees_]]);
      give(tables_.callees[callees_], tables_.callee_bytes);
      bytes += tables_.callee_bytes;
    }
    for (; files_ < tables_.files.size() && (is_last || files_ < last_file); ++files_) {
      give(tables_.files[files_], tables_.file_bytes);
      bytes += tables_.file_bytes;
    }
    return bytes;
  }

  void give(FileId file, std::uint64_t bytes) { by_file_[file < by_file_.size() ? file : 0] += bytes; }

  std::uint64_t& unit_of(const NativeIndex::WholePiece& piece) {
    const auto next = std::ranges::upper_bound(units_->spans, piece.begin, {}, &UnitRanges::Range::begin);
    if (next == units_->spans.begin() || std::prev(next)->end <= piece.begin) return without_unit_;
    return by_unit_[std::prev(next)->unit];
  }

  const NativeIndex& index_;
  const UnitRanges* units_;
  std::vector<std::uint64_t> by_file_;
  std::vector<std::uint32_t> place_in_block_;  // for the block's files, from 1
  std::unordered_map<std::uint64_t, std::uint64_t> by_unit_;
  std::uint64_t without_unit_ = 0;
  std::vector<NativeIndex::WholePiece> pieces_;
  NativeIndex::SharedTables tables_;
  std::size_t callees_ = 0, files_ = 0;  // of the tables, counted so far
};

}  // namespace

void largest_first(std::vector<Share>& shares) {
  std::ranges::sort(shares, {}, [](const Share& share) { return std::tuple(~share.bytes, share.name); });
}

std::vector<SectionBytes> section_bytes(const Envelope& envelope) {
  std::vector<SectionBytes> sections;
  for (const std::uint32_t tag : envelope.tags()) sections.push_back({tag, envelope.section(tag).size()});
  return sections;
}

Result<std::vector<Breakdown>> blocks_shared_out(const NativeIndex& index, const UnitRanges* units) {
  if (units != nullptr && units->spans.empty()) units = nullptr;
  BlockShares shares(index, units);
  for (std::size_t block = 0; block < index.block_count(); ++block)
    if (!shares.add(block)) return fail("is damaged: a block cannot be read");
  std::vector<Breakdown> breakdowns = {{"file", blocks_tag, shares.files()}};
  if (units != nullptr) breakdowns.push_back({"unit", blocks_tag, shares.units()});
  return breakdowns;
}

}  // namespace symkit::index
