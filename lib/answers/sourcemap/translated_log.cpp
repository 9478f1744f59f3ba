#include "answers/sourcemap/translated_log.h"

#include <utility>

namespace symkit::sourcemap {
namespace {

LogWork writing_to(LogWork work, print::Output& output) {
  return LogWork{work.finder, work.resolver, output, work.tally, work.style};
}

}  // namespace

TranslatedLog::TranslatedLog(const LogWork& work)
    : json_(work.style.json),
      own_output_([this](std::string_view text) {
        text_ += text;
        return true;
      }),
      rewriter_(work.style.json ? work : writing_to(work, own_output_)) {}

std::unique_ptr<io::Input> TranslatedLog::of(std::unique_ptr<io::Input> log, const LogWork& work) {
  return io::Input::translated(std::move(log), std::make_unique<TranslatedLog>(work));
}

// Takes all available lines; with JSON only one, so that objects are written in the order of lines.
Result<void> TranslatedLog::take_next() {
  constexpr std::size_t enough = std::size_t{64} << 10;
  do {
    const auto line = lines().next();
    if (!line || !*line) {
      end();
      rewriter_.finish();
      static_cast<void>(own_output_.flush());
      return line ? Result<void>() : fail(line.error());
    }
    rewriter_.take(**line);
    if (json_) text_ += (*line)->text;
  } while (!json_ && lines().buffered() && text_.size() < enough);
  return own_output_.flush();
}

}  // namespace symkit::sourcemap
