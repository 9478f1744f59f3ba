#include "symlookup/answers.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <mutex>
#include <utility>

#include "ground/base/words.h"
#include "ground/io/workers.h"
#include "ground/print/ordered_output.h"

namespace symkit::symlookup {
namespace {

using rewrite::AddressRun;

// The size of a worker's part of the input: large enough that its output is worth a system call, and
// small enough to stay in the cache. Short input is divided among all workers.
constexpr std::size_t bytes_in_part = 2048, most_bytes_in_part = 16 * 1024;
constexpr std::size_t little_output = 32 * 1024;
constexpr std::size_t parts_at_hand = 8;
// Starting threads is worthwhile from this many parts on.
constexpr std::size_t parts_worth_threads = 3;
constexpr unsigned most_workers = 16;
constexpr std::size_t longest_address_line = 64;
// Larger output is sent even before its part is complete.
constexpr std::size_t much_output = 1 << 20;

bool is_one_address(std::string_view line) { return read_address(trimmed(line)).has_value(); }

// Whether using all cores is worthwhile.
bool many_at_hand(const io::Lines& lines) {
  constexpr std::size_t enough = parts_worth_threads * bytes_in_part;
  const std::string_view text = lines.at_hand().substr(0, enough);
  std::vector<AddressLine> read;
  return text.size() == enough && text.size() - read_address_lines(text, read) < longest_address_line;
}

// Hands out the input in parts, as long as it consists of addresses.
class Parts {
 public:
  explicit Parts(io::Lines& lines) : lines_(lines) {}

  struct Part {
    std::uint64_t number = 0;
    std::string text;
    std::vector<AddressLine> lines;  // of the text
  };
  // Returns false at the end. It may wait for input; the other workers continue meanwhile. `written`: the
  // size of the previous part's output.
  bool take(Part& part, std::size_t written) {
    const std::scoped_lock locked(lock_);
    if (ended_) return false;
    if (written > 2 * little_output) size_ = std::max(size_ / 2, bytes_in_part);
    if (written != 0 && written < little_output) size_ = std::min(size_ * 2, most_bytes_in_part);
    const std::string_view at_hand = lines_.at_hand();
    part.text = at_hand.substr(0, std::max(std::min(size_, at_hand.size() / parts_at_hand), bytes_in_part));
    if (const std::size_t size = read_address_lines(part.text, part.lines); size != 0) {
      lines_.whole_lines(size);
    } else if (!take_line(part)) {
      return false;
    }
    part.number = next_++;
    run_.lines += part.lines.size();
    return true;
  }

  void end() {
    const std::scoped_lock locked(lock_);
    ended_ = true;
  }

  Result<AddressRun> run() const {
    if (failed_) return fail(*failed_);
    return run_;
  }

 private:
  bool take_line(Part& part) {
    const auto line = lines_.next();
    if (!line) failed_ = line.error();
    ended_ = !line || !*line || !(*line)->begins || !(*line)->ends || !is_one_address((*line)->text);
    if (ended_ && line) run_.next = *line;
    if (ended_) return false;
    part.text = trimmed((*line)->text);
    part.lines = {{part.text, *read_address(part.text)}};
    return true;
  }

  io::Lines& lines_;
  std::mutex lock_;
  std::size_t size_ = bytes_in_part;
  std::uint64_t next_ = 0;
  bool ended_ = false;
  std::optional<Error> failed_;
  AddressRun run_;
};

// Omits answers that were printed before. The output order decides which of several equal answers is the
// first: workers record where answers end and their hashes, and the writer looks them up.
class OnlyDistinct {
 public:
  struct Answer {
    std::size_t end = 0;  // in the part's output
    Distinct::Hash hash = {};
  };
  using All = std::vector<Answer>;

  explicit OnlyDistinct(Distinct& distinct) : distinct_(distinct) {}

  // For the next output of a part.
  void note(std::uint64_t part, All answers) {
    const std::scoped_lock locked(lock_);
    noted_.insert_or_assign(part, std::move(answers));
  }

  void edit(std::uint64_t part, std::string& text) {
    std::size_t begin = 0, kept = 0;
    const All answers = taken(part);
    if (text.empty()) return;  // it is omitted
    for (const Answer& answer : answers) {
      const std::size_t size = answer.end - begin;
      if (distinct_.add(answer.hash)) {
        if (kept != begin) std::memmove(text.data() + kept, text.data() + begin, size);
        kept += size;
      }
      begin = answer.end;
    }
    text.resize(kept);
  }

 private:
  All taken(std::uint64_t part) {
    const std::scoped_lock locked(lock_);
    auto found = noted_.extract(part);
    return found.empty() ? All() : std::move(found.mapped());
  }

  Distinct& distinct_;
  std::mutex lock_;  // guards the members below
  std::map<std::uint64_t, All> noted_;
};

// `distinct`: omits answers that were printed before; may be null.
void answer_parts(Answerer& answerer, Parts& parts, print::OrderedOutput& output, OnlyDistinct* distinct) {
  Parts::Part part;
  std::string out;
  OnlyDistinct::All answers;
  for (std::size_t written = 0; parts.take(part, written);) {
    std::size_t begin = out.size();
    answerer.answer_lines(part.lines, out, [&] {
      if (distinct != nullptr)
        answers.push_back({out.size(), Distinct::hash_of(std::string_view(out).substr(begin))});
      if (out.size() > much_output) {
        if (distinct != nullptr) distinct->note(part.number, std::exchange(answers, {}));
        output.begin(part.number, out);
      }
      begin = out.size();
    });
    written = out.size();
    if (distinct != nullptr) distinct->note(part.number, std::exchange(answers, {}));
    out = output.finish(part.number, std::move(out));
    if (output.stopped()) parts.end();
  }
}

}  // namespace

void Answers::answer(std::uint64_t address, std::string_view as_given) {
  std::string& out = output_.buffer();
  const std::size_t begin = out.size();
  own_.answer(address, as_given, out);
  if (options_.unique && !distinct_.add(std::string_view(out).substr(begin))) out.resize(begin);
  output_.written();
}

bool Answers::is_address(std::string_view line) const { return is_one_address(line); }

bool Answers::answer_line(std::string_view line) {
  own_.blank_line_after_each = blank_line_after_each;
  const std::string_view text = trimmed(line);
  const auto address = read_address(text);
  if (address) answer(*address, text);
  const bool answered = address || answer_several(text);
  only_addresses_ &= answered || text.empty();
  return answered;
}

// Logs also have lines of hexadecimal numbers (memory, registers): among other lines, addresses need 0x.
bool Answers::answer_several(std::string_view text) {
  words_.clear();
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find_first_of(" \t"));
    const auto address = read_address(word);
    if (!address || (!only_addresses_ && !word.starts_with("0x"))) return false;
    words_.emplace_back(*address, word);
    text = trimmed(text.substr(word.size()));
  }
  for (const auto& [address, word] : words_) answer(address, word);
  return !words_.empty();
}

Summary Answers::summary() const {
  Summary all = own_.summary();
  all.add(of_workers_);
  return all;
}

Result<void> Answers::answer_lines(io::Input& input) {
  io::Lines lines(input);
  while (!output_.stopped()) {
    const auto first = lines.next();
    if (!first) return fail(first.error());
    for (std::optional<io::Line> line = *first; line;) {
      const bool is_whole = line->begins && line->ends;
      const bool answered = is_whole && answer_line(line->text);
      if (!answered) output_.write(line->text);
      line.reset();
      if (!answered) continue;
      const auto run = answer_waiting(lines);
      if (!run) return fail(run.error());
      line = run->next;
    }
    if (!*first) break;
    if (lines.buffered()) continue;
    if (const auto sent = output_.flush(); !sent) return sent;
  }
  return {};
}

Result<AddressRun> Answers::answer_waiting(io::Lines& lines) {
  if (!many_at_hand(lines)) return AddressRun{};
  const unsigned workers = std::min(io::default_jobs(), most_workers);
  Parts parts(lines);
  OnlyDistinct distinct(distinct_);
  print::OrderedOutput::Edit edit;
  if (options_.unique) edit = [&](std::uint64_t part, std::string& text) { distinct.edit(part, text); };
  print::OrderedOutput output(output_, std::size_t{workers} * 4, std::move(edit));
  std::mutex counting;
  io::for_each_item(workers, workers, [&](unsigned, std::size_t) {
    // Allocated by its own thread: data that two threads write all the time must not be adjacent.
    Answerer answerer(options_, images_);
    answerer.blank_line_after_each = blank_line_after_each;
    answer_parts(answerer, parts, output, options_.unique ? &distinct : nullptr);
    const std::scoped_lock locked(counting);
    of_workers_.add(answerer.summary());
  });
  if (const auto sent = output_.flush(); !sent) return fail(sent.error());
  return parts.run();
}

}  // namespace symkit::symlookup
