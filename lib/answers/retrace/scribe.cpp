#include "answers/retrace/scribe.h"

namespace symkit::retrace {

Scribe::Scribe(const RewriteOptions& how, MappingSource& mappings, Told told) : rewriter_(how, mappings) {
  const auto count = [this, told, log = how.log](const java::StackLine& line, const Answer& answer) {
    counts_.count(line, answer);
    const bool is_frame = line.method.present() || line.field.present();
    const bool is_known = is_frame || answer.outcome == Outcome::Retraced;
    has_retraced_ = has_retraced_ || (is_frame && answer.outcome == Outcome::Retraced);
    if (told == Told::Nothing || (told == Told::Known && !is_known)) return;
    append_json(*objects_, number_, line, answer, log);
    has_told_ = true;
  };
  rewriter_.observe(count, told == Told::Nothing);
}

Result<void> Scribe::write(std::string_view line, std::uint64_t number, std::string& text,
                           std::string& objects) {
  begin(number, objects);
  return rewriter_.rewrite(line, text);
}

Result<void> Scribe::write_document(std::string_view document, std::uint64_t number, std::string& text,
                                    std::string& objects) {
  begin(number, objects);
  return rewriter_.rewrite_document(document, text);
}

void Scribe::begin(std::uint64_t number, std::string& objects) {
  number_ = number;
  objects_ = &objects;
  has_told_ = has_retraced_ = false;
}

}  // namespace symkit::retrace
