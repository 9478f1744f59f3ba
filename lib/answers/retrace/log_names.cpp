#include "answers/retrace/log_names.h"

#include <algorithm>
#include <utility>

#include "answers/retrace/answer_json.h"
#include "ground/base/words.h"

namespace symkit::retrace {

LogNames::LogNames(std::shared_ptr<MappingSource> mappings, print::Output& output, const NamesHow& how)
    : mappings_(std::move(mappings)),
      output_(output),
      json_(how.json),
      chooses_ahead_(how.choose_ahead),
      added_(how.added) {
  how_.style = {json_, how.color && !json_};
}

std::unique_ptr<io::Input> LogNames::translated(std::unique_ptr<io::Input> log, std::string_view name) {
  RewriteOptions how = how_;
  how.log = name;
  return io::Input::translated(std::move(log), std::make_unique<NamedText>(*this, how));
}

// Rewritten as it would be in the text of a tombstone, where ART's Java methods are recognized.
std::string LogNames::method_of(std::string_view name) {
  constexpr std::string_view before = "#00 pc 00000000  base.odex (", behind = "+0)";
  const std::string line = say(before, name, behind);
  std::string out;
  LineRewriter rewriter(how_, *mappings_);
  const bool is_rewritten = rewriter.rewrite(line, out) && out != line && out.starts_with(before) &&
                            out.ends_with(behind) && !out.contains('\n');
  return is_rewritten ? out.substr(before.size(), out.size() - before.size() - behind.size()) : "";
}

std::function<std::string(std::string_view, std::string_view)> LogNames::names_of_art() {
  return [this](std::string_view image, std::string_view symbol) {
    const bool is_of_art = image.ends_with(".odex") || image.ends_with(".oat");
    return is_of_art ? method_of(symbol) : std::string();
  };
}

NamedText::NamedText(LogNames& names, const RewriteOptions& how)
    : names_(names), rewriter_(how, *names.mappings_), ahead_(*names.mappings_) {
  rewriter_.observe(
      [this, log = how.log](const StackLine& line, const Answer& answer) { observe(line, answer, log); });
}

// Only frames and known exceptions: much of a log looks like an unknown exception.
void NamedText::observe(const StackLine& line, const Answer& answer, std::string_view log) {
  names_.tally_.count(line, answer);
  const bool is_frame = line.method.present() || line.field.present();
  if (!names_.json_ || (!is_frame && answer.outcome != Outcome::Retraced)) return;
  append_json(names_.output_.buffer(), written_, line, answer, log);
  is_told_ = true;
}

// Takes one line at a time, so that JSON objects are written in the log's order; lines that wait for a
// mapping do not wait for ever.
Result<void> NamedText::take_next() {
  if (!ahead_.empty() && !lines().ready(ahead_.patience())) return ahead_.release(write_);
  const auto line = lines().next();
  if (line && *line && (*line)->begins && (*line)->ends) return take((*line)->text);
  const auto released = ahead_.release(write_);
  if (!line || !released) return fail(line ? released.error() : line.error());
  if (!*line) {
    end();
    return {};
  }
  if ((*line)->begins) ++number_;
  text_ += (*line)->text;  // a piece of a line that is too long to be a frame
  return {};
}

Result<void> NamedText::take(std::string_view line) {
  ++number_;
  return names_.chooses_ahead_ ? ahead_.take(rewriter_, line, number_, write_) : write(line, number_);
}

// A line that was written as JSON is left unchanged; in other lines names are replaced.
Result<void> NamedText::write(std::string_view line, std::uint64_t number) {
  written_ = number;
  is_told_ = false;
  const std::size_t before = text_.size();
  const auto done = rewriter_.rewrite(line, text_);
  if (is_told_) text_.replace(before, std::string::npos, line);
  if (names_.added_ != nullptr) {
    const auto ends = std::ranges::count(std::string_view(text_).substr(before), '\n');
    if (ends > 1) names_.added_->add(number, static_cast<std::uint64_t>(ends) - 1);
  }
  names_.output_.written();
  return done;
}

}  // namespace symkit::retrace
