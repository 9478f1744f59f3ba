#include "debug/breakpad/symbols.h"

#include <algorithm>
#include <utility>

#include "ground/base/each_line.h"
#include "ground/base/words.h"
#include "ground/io/beginning.h"
#include "ground/io/lines.h"
#include "ground/io/mapped_file.h"
#include "ground/io/memory_bound.h"
#include "ground/io/unpack_budget.h"
#include "ground/io/unpacked.h"
#include "ground/io/workers.h"
#include "keep/index/envelope.h"

namespace symkit::breakpad {
namespace {

constexpr std::size_t part_size = std::size_t{8} << 20;
// A function without a known end reaches at most to the end of its page.
constexpr std::uint64_t page = 4096;
// Names are long, but not this long.
constexpr std::size_t longest_line = std::size_t{1} << 20;

// The definitions of numbers, from any part of the file; of several for a number, the first counts.
class Meanings {
 public:
  void add(const std::vector<Gatherer::Explained>& more) {
    all_.insert(all_.end(), more.begin(), more.end());
  }
  void sort() {
    std::ranges::sort(all_, {}, [](const auto& one) { return std::pair(one.number, one.offset); });
  }
  std::string_view of(std::uint32_t number) const {
    const auto found = std::ranges::lower_bound(all_, number, {}, &Gatherer::Explained::number);
    return found == all_.end() || found->number != number ? std::string_view() : found->text;
  }

 private:
  std::vector<Gatherer::Explained> all_;
};

// The first line at or after an offset that does not belong to a function before it.
std::size_t next_start(std::string_view text, std::size_t at) {
  if (at == 0) return 0;
  while (at < text.size()) {
    at = text.find('\n', at - 1);
    if (at == std::string_view::npos) break;
    ++at;
    const std::string_view rest = text.substr(at, 7);
    if (rest.starts_with("FUNC ") || rest.starts_with("PUBLIC ") || rest.starts_with("STACK ")) return at;
    ++at;
  }
  return text.size();
}

}  // namespace

class Symbols::Reader {
 public:
  Reader(const std::string& path, const ReadOptions& options, const Module& module)
      : path_(path),
        options_(options),
        step_(instruction_step(module.architecture)),
        of_apple_(module.system == "mac" || module.system == "ios") {}

  Result<Symbols> run();

 private:
  void make_gatherers(unsigned count);
  Result<void> read_mapped(const io::MappedFile& file);
  Result<void> read_stream();
  static void take_part(std::string_view text, std::uint64_t offset, Gatherer& gatherer);
  void explain();
  void add_publics();
  void complain();

  const std::string& path_;
  const ReadOptions& options_;
  unsigned step_;
  bool of_apple_;
  bool cut_off_ = false;  // the last line is incomplete
  Symbols all_;
};

Result<Symbols> Symbols::Reader::run() {
  const auto file = io::MappedFile::open(path_);
  if (!file) return fail(file.error());
  const auto done = io::looks_compressed(file->bytes()) ? read_stream() : read_mapped(*file);
  if (!done) return fail(done.error());
  for (const auto& gatherer : all_.gatherers_) all_.counts_ += gatherer->counts();
  explain();
  add_publics();
  complain();
  return std::move(all_);
}

// One additional draft, for names without an end.
void Symbols::Reader::make_gatherers(unsigned count) {
  all_.drafts_ = std::make_unique<std::vector<index::Draft>>(count + 1, index::Draft(step_));
  for (unsigned i = 0; i < count; ++i)
    all_.gatherers_.push_back(std::make_unique<Gatherer>((*all_.drafts_)[i], of_apple_));
}

Result<void> Symbols::Reader::read_mapped(const io::MappedFile& file) {
  const std::string_view text = as_text(file.bytes());
  cut_off_ = !text.ends_with('\n');
  const std::size_t parts = std::max<std::size_t>(1, text.size() / part_size);
  make_gatherers(static_cast<unsigned>(std::min<std::size_t>(options_.jobs, parts)));
  std::vector<std::size_t> starts;
  starts.reserve(parts + 1);
  for (std::size_t part = 0; part < parts; ++part)
    starts.push_back(next_start(text, std::max(part * part_size, starts.empty() ? 0 : starts.back())));
  starts.push_back(text.size());
  const auto jobs = static_cast<unsigned>(all_.gatherers_.size());
  io::for_each_item(jobs, parts, [&](unsigned worker, std::size_t part) {
    const std::size_t begin = starts[part], end = starts[part + 1];
    if (begin >= end || io::is_memory_exceeded()) return;
    take_part(text.substr(begin, end - begin), begin, *all_.gatherers_[worker]);
    file.release(file.bytes().subspan(begin, end - begin));
    options_.advanced(end - begin);
    io::relieve_memory();
  });
  return {};
}

void Symbols::Reader::take_part(std::string_view text, std::uint64_t offset, Gatherer& gatherer) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    if (end == std::string_view::npos) break;  // cut off: its numbers may be, too
    gatherer.take(without_line_end(text.substr(at, end + 1 - at)), offset + at);
    at = end + 1;
  }
  gatherer.end_part();
}

Result<void> Symbols::Reader::read_stream() {
  make_gatherers(1);
  Gatherer& gatherer = *all_.gatherers_.front();
  const auto input = io::Input::open(path_);
  if (!input) return fail(input.error());
  io::Lines lines(**input, longest_line);
  io::UnpackBudget budget;
  std::uint64_t offset = 0, stored = 0;
  for (;;) {
    const auto line = lines.next();
    if (!line) return fail(line.error());
    if (!*line) break;
    budget.stored((*input)->stored_bytes());
    if (const auto allowed = budget.take((*line)->text.size()); !allowed)
      return fail(allowed.error().within(path_));
    cut_off_ = !(*line)->text.ends_with('\n');
    if ((*line)->begins && !cut_off_) gatherer.take(without_line_end((*line)->text), offset);
    offset += (*line)->text.size();
    options_.advanced((*input)->stored_bytes() - std::exchange(stored, (*input)->stored_bytes()));
  }
  gatherer.end_part();
  return {};
}

void Symbols::Reader::explain() {
  Meanings files, origins;
  for (const auto& gatherer : all_.gatherers_) {
    files.add(gatherer->files());
    origins.add(gatherer->origins());
  }
  files.sort();
  origins.sort();
  for (const auto& gatherer : all_.gatherers_)
    gatherer->explain([&](std::uint32_t number) { return files.of(number); },
                      [&](std::uint32_t number) { return origins.of(number); });
}

// Each reaches to whatever begins next; the last one to the end of its page, as its end is unknown.
void Symbols::Reader::add_publics() {
  std::vector<Gatherer::Public> publics;
  std::vector<std::uint64_t> begins;
  for (const auto& gatherer : all_.gatherers_)
    publics.insert(publics.end(), gatherer->publics().begin(), gatherer->publics().end());
  if (publics.empty()) return;
  begins.reserve(publics.size());
  for (const Gatherer::Public& one : publics) begins.push_back(one.address);
  for (const index::Draft& draft : *all_.drafts_)
    for (const index::DraftFunction& function : draft.functions()) begins.push_back(function.begin);
  std::ranges::sort(begins);
  std::ranges::sort(publics, {}, [](const auto& one) { return std::pair(one.address, one.offset); });
  index::Draft& draft = all_.drafts_->back();
  for (const Gatherer::Public& one : publics) {
    const auto next = std::ranges::upper_bound(begins, one.address);
    const std::uint64_t end = next == begins.end() ? one.address / page * page + page : *next;
    if (end <= one.address) continue;
    draft.begin_function(one.address, end, draft.name(one.name), index::Source::SymbolTable, 0, one.offset);
    draft.end_function();
  }
}

void Symbols::Reader::complain() {
  if (cut_off_) options_.warn("ends within a line, which is skipped: the file may be truncated");
  if (all_.counts_.broken == 0) return;
  std::uint64_t first = UINT64_MAX;
  for (const auto& gatherer : all_.gatherers_) first = std::min(first, gatherer->first_broken());
  options_.warn(say(all_.counts_.broken, " line",
                    all_.counts_.broken == 1 ? " could not be read and was skipped"
                                             : "s could not be read and were skipped",
                    "; the first is at byte ", first));
}

Result<Symbols> Symbols::read(const std::string& path, const ReadOptions& options) {
  const auto module = module_of(path);
  if (!module) return fail(module.error());
  return Reader(path, options, *module).run();
}

Result<Module> module_of(const std::string& path) {
  io::Beginning beginning(path);
  auto module = read_module(beginning.text());
  if (!module) return fail(module.error().within(path));
  return module;
}

std::optional<Module> recognise(const std::string& path) {
  io::Beginning beginning(path);
  const bool is_packed = io::looks_compressed(beginning.bytes());
  if (is_packed && image_of(path.substr(path.rfind('/') + 1)).empty()) return std::nullopt;
  const auto module = read_module(beginning.text());
  return module ? std::optional(*module) : std::nullopt;
}

Result<std::uint64_t> stamp_of(const std::string& path) {
  constexpr std::size_t most = std::size_t{64} << 10;
  const auto file = io::MappedFile::open(path);
  if (!file) return fail(file.error());
  const Bytes bytes = file->bytes();
  const std::size_t size = std::min(most, bytes.size());
  std::uint64_t stamp = bytes.size();
  for (const std::size_t at : {std::size_t{0}, (bytes.size() - size) / 2, bytes.size() - size})
    stamp = stamp * 31 + index::checksum_of(bytes.subspan(at, size));
  return stamp;
}

}  // namespace symkit::breakpad
