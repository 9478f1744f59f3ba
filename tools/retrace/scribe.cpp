#include "retrace/scribe.h"

namespace symkit::retrace_tool {

Scribe::Scribe(const retrace::RewriteOptions& how, retrace::MappingSource& mappings, bool json)
    : rewriter_(how, mappings), json_(json) {
  rewriter_.observe([this](const retrace::StackLine& line, const retrace::Answer& answer) {
    summary_.count(line, answer);
    if (json_) append_json(*out_, number_, line, answer);
  });
}

Result<void> Scribe::write(std::string_view line, std::uint64_t number, std::string& out) {
  number_ = number;
  out_ = &out;
  not_wanted_.clear();
  return rewriter_.rewrite(line, json_ ? not_wanted_ : out);
}

}  // namespace symkit::retrace_tool
