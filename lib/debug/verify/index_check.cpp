#include "debug/verify/index_check.h"

#include <algorithm>
#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "debug/symbols/prepare.h"
#include "debug/verify/folding_check.h"
#include "debug/verify/teller.h"
#include "ground/base/words.h"
#include "ground/io/workers.h"
#include "keep/index/native_index.h"

namespace symkit::verify {
namespace {

using index::Answer;
using index::NativeIndex;
using Pieces = std::vector<NativeIndex::WholePiece>;

// Distributes the blocks of an index to workers; each has a list of findings.
class Blocks {
 public:
  Blocks(const NativeIndex& index, unsigned jobs) : index_(index), findings_(std::max(1U, jobs)) {}

  using Work = std::function<void(const Pieces& pieces, Findings& findings)>;
  void each(const Work& work) {
    std::vector<Pieces> pieces(findings_.size());
    io::for_each_item(
        static_cast<unsigned>(findings_.size()), index_.block_count(),
        [&](unsigned worker, std::size_t block) {
          pieces[worker].clear();
          if (!index_.read_block(block, pieces[worker]))
            findings_[worker].add({.kind = Kind::IndexDamaged,
                                   .what = say("the block of functions from ", hex(index_.block_start(block)),
                                               " on is damaged")});
          work(pieces[worker], findings_[worker]);
        });
  }

  void take_findings(Findings& into) {
    for (Findings& findings : findings_) into.take(findings);
  }

 private:
  const NativeIndex& index_;
  std::vector<Findings> findings_;
};

// A lookup must find each piece at its begin and at its end, and nothing that belongs to another piece.
void check_piece(const NativeIndex& index, const NativeIndex::WholePiece& piece, Answer& answer,
                 Findings& findings) {
  const auto damaged = [&](std::string what) {
    findings.add({.kind = Kind::IndexDamaged, .what = std::move(what)});
  };
  const std::string range = range_text(piece.begin, piece.end);
  if (piece.begin >= piece.end || piece.begin < piece.function_begin || piece.end > piece.function_end)
    return damaged(say("the piece ", range, " is not in its function"));
  for (const std::uint64_t offset : {piece.begin, piece.end - 1}) {
    const bool found = index.lookup({offset}, answer);
    if (!found || answer.begin.value != piece.function_begin || answer.end.value != piece.function_end)
      return damaged(say("a lookup of ", hex(offset), " does not find the piece ", range, " that holds it"));
  }
  if (piece.name > index.name_count())
    damaged(say("the function of ", range, " has a name that does not exist"));
}

// Queries two indexes with the same offsets.
class Comparison {
 public:
  Comparison(const NativeIndex& index, const NativeIndex& fresh, unsigned jobs)
      : index_(index), fresh_(fresh), jobs_(jobs) {}

  void run(IndexReport& report) {
    ask_wherever_changes(index_, report);
    ask_wherever_changes(fresh_, report);
    std::ranges::sort(different_);
    different_.erase(std::ranges::unique(different_).begin(), different_.end());
    Teller index(index_), fresh(fresh_);
    for (const std::uint64_t offset : different_)
      report.findings.add({.kind = Kind::IndexAnswer,
                           .what = say("at ", hex(offset), " it answers \"", index.tell(offset),
                                       "\", its source \"", fresh.tell(offset), "\"")});
  }

 private:
  void ask_wherever_changes(const NativeIndex& which, IndexReport& report) {
    Blocks blocks(which, jobs_);
    std::mutex adding;
    blocks.each([&](const Pieces& pieces, Findings&) {
      Teller index(index_), fresh(fresh_);
      std::vector<std::uint64_t> different;
      std::uint64_t asked = 0;
      const auto ask = [&](std::uint64_t offset) {
        ++asked;
        if (index.tell(offset) != fresh.tell(offset)) different.push_back(offset);
      };
      for (const auto& piece : pieces) {
        ask(piece.begin);
        ask(piece.end);
        for (const auto& symbol : piece.symbols) ask(symbol.begin);
        for (const auto& row : piece.rows) ask(row.address);
      }
      const std::scoped_lock lock(adding);
      report.lookups += asked;
      different_.insert(different_.end(), different.begin(), different.end());
    });
  }

  const NativeIndex& index_;
  const NativeIndex& fresh_;
  unsigned jobs_;
  std::vector<std::uint64_t> different_;
};

}  // namespace

IndexReport check_index(Bytes file, unsigned jobs) {
  IndexReport report;
  const auto damaged = [&](const Error& error) {
    report.findings.add({.kind = Kind::IndexDamaged, .what = say("it ", error.message)});
  };
  const auto envelope = index::Envelope::open(file);
  if (!envelope) return damaged(envelope.error()), report;
  if (const auto sums = envelope->verify_checksums(); !sums) damaged(sums.error());
  if (envelope->kind() != index::Kind::Native) return report;
  const auto index = NativeIndex::open(file);
  if (!index) return damaged(index.error()), report;
  report.is_native = true;
  report.functions = index->counts().functions;
  Blocks blocks(*index, jobs);
  std::mutex counting;
  blocks.each([&](const Pieces& pieces, Findings& findings) {
    Answer answer;
    for (const auto& piece : pieces) check_piece(*index, piece, answer, findings);
    const std::scoped_lock lock(counting);
    report.lookups += pieces.size() * 2;
  });
  blocks.take_findings(report.findings);
  return report;
}

bool may_be_source(Bytes file, const container::Image& image) {
  const auto index = NativeIndex::open(file);
  if (!index) return false;
  const std::uint64_t described =
      index->counts().by_source[static_cast<std::size_t>(index::Source::DebugInfo)];
  const bool is_poorer = described != 0 && image.debug_section("debug_info") == nullptr;
  return !is_poorer || symbols::source_stamp(image) == index->source_stamp();
}

Result<IndexReport> compare_index(Bytes file, const container::Image& image, const Options& options) {
  IndexReport report;
  const auto index = NativeIndex::open(file);
  if (!index) return report;  // check_index() gives the reason
  symbols::PrepareOptions how;
  how.jobs = options.jobs;
  how.id = index->id();
  how.image_name = index->image_name();
  how.advanced = options.advanced;
  how.advanced_elsewhere = options.advanced_elsewhere;
  how.companions = options.companions;
  how.columns = index->has_columns();
  how.variables = index->facts().has_variables;
  how.declarations = index->facts().has_declarations;
  const auto bytes = symbols::prepare(image, how);
  if (!bytes) return fail(bytes.error());
  const auto made = index::Envelope::open(*bytes);
  if (made && made->source_stamp() != index->source_stamp())
    report.findings.add(
        {.kind = Kind::IndexStale, .what = "it was made from a file with other sections than this one"});
  if (bytes->empty()) {
    report.findings.add({.kind = Kind::IndexAnswer, .what = "its source has no functions at all"});
    return report;
  }
  const auto fresh = NativeIndex::open(*bytes);
  if (!fresh) return fail(fresh.error());
  report.functions = fresh->counts().functions;
  Comparison(*index, *fresh, options.jobs).run(report);
  compare_folding(*index, *fresh, report.findings);
  return report;
}

}  // namespace symkit::verify
