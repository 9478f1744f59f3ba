#include "answers/retrace/scribe.h"

namespace symkit::retrace {

Scribe::Scribe(const RewriteOptions& how, MappingSource& mappings, bool json)
    : rewriter_(how, mappings), json_(json) {
  rewriter_.observe([this, log = how.log](const StackLine& line, const Answer& answer) {
    tally_.count(line, answer);
    if (json_) append_json(*out_, number_, line, answer, log);
  });
}

Result<void> Scribe::write(std::string_view line, std::uint64_t number, std::string& out) {
  return rewriter_.rewrite(line, begin(number, out));
}

Result<void> Scribe::write_document(std::string_view document, std::uint64_t number, std::string& out) {
  return rewriter_.rewrite_document(document, begin(number, out));
}

// Returns the place for the rewritten text.
std::string& Scribe::begin(std::uint64_t number, std::string& out) {
  number_ = number;
  out_ = &out;
  not_wanted_.clear();
  return json_ ? not_wanted_ : out;
}

}  // namespace symkit::retrace
