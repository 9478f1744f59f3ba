#include "symlookup/answers.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <memory>

#include "ground/base/words.h"
#include "ground/stream/crew.h"

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

struct AddressPart : stream::BulkPart {
  std::string text;
  std::vector<AddressLine> lines;  // of the text
  std::size_t written = 0;         // of the worker's part before
};

// With where each answer ends, and its hash, if each is printed once.
struct AnswerSheet : stream::Sheet {
  struct Answer {
    std::size_t end = 0;
    Distinct::Hash hash = {};
  };
  std::vector<Answer> answers;
};

// Answers the input as long as it consists of addresses.
class AddressCrew final : public stream::Crew<AddressPart, AnswerSheet> {
 public:
  using Answerers = std::vector<std::unique_ptr<Answerer>>;
  using Hire = std::function<std::unique_ptr<Answerer>()>;

  // `distinct`: omits answers that were printed before; may be null.
  AddressCrew(print::Output& output, io::Lines& lines, Hire hire, Distinct* distinct)
      : AddressCrew(output, lines, std::move(hire), distinct, stream::most_workers()) {}

  Result<AddressRun> run() const {
    if (failed_) return fail(*failed_);
    return run_;
  }
  const Answerers& answerers() const { return answerers_; }

 private:
  AddressCrew(print::Output& output, io::Lines& lines, Hire hire, Distinct* distinct, std::size_t workers)
      : Crew(output, workers),
        lines_(lines),
        hire_(std::move(hire)),
        distinct_(distinct),
        answerers_(workers) {}

  bool cut(AddressPart& part) override {
    if (part.written > 2 * little_output) size_ = std::max(size_ / 2, bytes_in_part);
    if (part.written != 0 && part.written < little_output) size_ = std::min(size_ * 2, most_bytes_in_part);
    const std::string_view at_hand = lines_.at_hand();
    part.text = at_hand.substr(0, std::max(std::min(size_, at_hand.size() / parts_at_hand), bytes_in_part));
    if (const std::size_t size = read_address_lines(part.text, part.lines); size != 0)
      lines_.whole_lines(size);
    else if (!cut_line(part))
      return false;
    run_.lines += part.lines.size();
    return true;
  }

  bool cut_line(AddressPart& part) {
    const auto line = lines_.next();
    if (!line) failed_ = line.error();
    if (!line || !*line) return false;
    if (!(*line)->begins || !(*line)->ends || !is_one_address((*line)->text)) {
      run_.next = *line;
      return false;
    }
    part.text = trimmed((*line)->text);
    part.lines = {{part.text, *read_address(part.text)}};
    return true;
  }

  void begin(std::size_t worker) override { answerers_[worker] = hire_(); }

  Result<void> answer(std::size_t worker, AddressPart& part, AnswerSheet& sheet) override {
    std::size_t begin = 0;
    answerers_[worker]->answer_lines(part.lines, sheet.text, [&] {
      const std::string_view text = sheet.text;
      if (distinct_ != nullptr) sheet.answers.push_back({text.size(), Distinct::hash_of(text.substr(begin))});
      if (text.size() > much_output) send(part, sheet);
      begin = sheet.text.size();
    });
    part.written = sheet.text.size();
    return {};
  }

  // The output's order decides which of several equal answers is the first.
  void write(AnswerSheet& sheet) override {
    if (distinct_ != nullptr) keep_distinct(sheet);
    Crew::write(sheet);
  }

  void keep_distinct(AnswerSheet& sheet) {
    std::string& text = sheet.text;
    std::size_t begin = 0, kept = 0;
    for (const AnswerSheet::Answer& answer : sheet.answers) {
      const std::size_t size = answer.end - begin;
      if (distinct_->add(answer.hash)) {
        if (kept != begin) std::memmove(text.data() + kept, text.data() + begin, size);
        kept += size;
      }
      begin = answer.end;
    }
    text.resize(kept);
    sheet.answers.clear();
  }

  io::Lines& lines_;
  Hire hire_;
  Distinct* distinct_;
  Answerers answerers_;
  std::size_t size_ = bytes_in_part;
  std::optional<Error> failed_;
  AddressRun run_;
};

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
  const auto hire = [this] {
    auto answerer = std::make_unique<Answerer>(options_, images_);
    answerer->blank_line_after_each = blank_line_after_each;
    return answerer;
  };
  AddressCrew crew(output_, lines, hire, options_.unique ? &distinct_ : nullptr);
  const auto done = crew.work();
  for (const auto& answerer : crew.answerers()) of_workers_.add(answerer->summary());
  if (!done) return fail(done.error());
  return crew.run();
}

}  // namespace symkit::symlookup
