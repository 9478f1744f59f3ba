#include "symlookup/answers.h"

#include <algorithm>
#include <deque>
#include <mutex>

#include "io/workers.h"
#include "text/ordered_output.h"

namespace symkit::symlookup {
namespace {

// A part of the input for one worker: its answers should stay in the cache until they are written.
constexpr std::size_t bytes_in_part = 2048;
// Starting threads is worth it from so many parts on.
constexpr std::size_t parts_worth_threads = 3;
constexpr unsigned most_workers = 16;
// What is answered is sent on from here, even if its part has more to come.
constexpr std::size_t much_output = 1 << 20;

// Hands out the input, part by part.
class Parts {
 public:
  explicit Parts(io::Lines& lines) : lines_(lines) {}

  struct Part {
    std::uint64_t number = 0;
    std::string text;
    bool is_whole_lines = true;  // false: a piece of a line that is too long to be an address
  };
  // False at the end. It may wait for input; meanwhile what others took is answered.
  bool take(Part& part) {
    const std::scoped_lock locked(lock_);
    if (ended_) return false;
    part.text = lines_.whole_lines(bytes_in_part);
    part.is_whole_lines = true;
    if (part.text.empty() && !take_line(part)) return false;
    part.number = next_++;
    return true;
  }

  void end() {
    const std::scoped_lock locked(lock_);
    ended_ = true;
  }

  Result<void> result() const { return result_; }

 private:
  bool take_line(Part& part) {
    const auto line = lines_.next();
    ended_ = !line || !*line;
    if (!line) result_ = fail(line.error());
    if (ended_) return false;
    part.text = (*line)->text;
    part.is_whole_lines = (*line)->begins && (*line)->ends;
    return true;
  }

  io::Lines& lines_;
  std::mutex lock_;
  std::uint64_t next_ = 0;
  bool ended_ = false;
  Result<void> result_;
};

void answer_parts(Answerer& answerer, Parts& parts, text::OrderedOutput& output) {
  Parts::Part part;
  std::string out;
  while (parts.take(part)) {
    if (part.is_whole_lines) {
      answerer.answer_lines(part.text, out, [&] {
        if (out.size() > much_output) output.begin(part.number, out);
      });
    } else {
      out += part.text;
    }
    out = output.finish(part.number, std::move(out));
    if (output.stopped()) parts.end();
  }
}

}  // namespace

void Answers::answer(std::uint64_t address, std::string_view as_given) {
  own_.answer(address, as_given, output_.buffer());
  output_.written();
}

Summary Answers::summary() const {
  Summary all = own_.summary();
  all.add(of_workers_);
  return all;
}

Result<void> Answers::answer_lines(io::Input& input) {
  own_.blank_line_after_each = blank_line_after_each;
  io::Lines lines(input);
  const unsigned workers = std::min(io::default_jobs(), most_workers);
  while (!output_.stopped()) {
    const auto line = lines.next();
    if (!line) return fail(line.error());
    if (!*line) break;
    if ((*line)->begins && (*line)->ends) {
      own_.answer_lines((*line)->text, output_.buffer(), [&] { output_.written(); });
    } else {
      output_.write((*line)->text);
    }
    if (workers > 1 && lines.bytes_at_hand() > parts_worth_threads * bytes_in_part)
      return answer_on_all_cores(lines, workers);
    if (lines.buffered()) continue;
    if (const auto sent = output_.flush(); !sent) return sent;
  }
  return {};
}

Result<void> Answers::answer_on_all_cores(io::Lines& lines, unsigned workers) {
  Parts parts(lines);
  text::OrderedOutput output(output_, std::size_t{workers} * 4);
  std::deque<Answerer> answerers;
  for (unsigned worker = 0; worker < workers; ++worker)
    answerers.emplace_back(options_, images_).blank_line_after_each = blank_line_after_each;
  io::for_each_item(workers, workers,
                    [&](unsigned, std::size_t number) { answer_parts(answerers[number], parts, output); });
  for (const Answerer& answerer : answerers) of_workers_.add(answerer.summary());
  if (const auto sent = output_.flush(); !sent) return sent;
  return parts.result();
}

}  // namespace symkit::symlookup
