#include "serve/service/group_list.h"

#include <algorithm>
#include <utility>

#include "ground/base/whole_number.h"
#include "ground/base/words.h"

namespace symkit::service {

using http::Answer;

namespace {

Result<void> read_number(const http::Head& head, std::string_view name, std::size_t& number) {
  const auto word = head.parameter(name);
  if (!word) return {};
  const auto read = whole_number<std::size_t>(*word);
  if (!read) return fail(say("?", name, "= must be a number, not '", *word, "'"));
  number = *read;
  return {};
}

bool fits_query(const group::Signature& signature, const GroupQuery& query) {
  if (query.text.empty()) return true;
  return signature.id.starts_with(query.text) ||
         in_lower_case(signature.text).find(in_lower_case(query.text)) != std::string::npos;
}

Answer answer_of(const findings::Findings& findings, const findings::Form& form, findings::With with) {
  Answer answer{.status = 200, .type = std::string(form.media_type)};
  std::string text;
  print::Output output([&](std::string_view piece) {
    text += piece;
    return true;
  });
  form.append(output, findings, {.with = with});
  static_cast<void>(output.flush());  // memory takes everything
  answer.body = http::Body(std::move(text));
  answer.fields.emplace_back("Vary", "Accept");
  // Names come from logs and may be anything: a page must not run scripts.
  if (form.media_type.starts_with("text/html"))
    answer.fields.emplace_back("Content-Security-Policy",
                               "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'");
  return answer;
}

}  // namespace

Result<GroupQuery> read_group_query(const http::Head& head) {
  GroupQuery query{.text = head.parameter("find").value_or("")};
  const std::string by = head.parameter("by").value_or("exact");
  if (by != "exact" && by != "similar") return fail(say("?by= must be exact or similar, not '", by, "'"));
  if (by == "similar") query.by = group::By::Similar;
  const std::string format = head.parameter("format").value_or("json");
  query.form = findings::form_of(format);
  if (query.form == nullptr || query.form->media_type.empty())
    return fail(say("?format= must be json, markdown, junit, sarif or html, not '", format, "'"));
  for (const auto& [name, number] : {std::pair("skip", &query.skip), {"most", &query.most}})
    if (auto read = read_number(head, name, *number); !read) return fail(read.error());
  return query;
}

Answer list_groups(const group::Ledger& ledger, const GroupQuery& query) {
  findings::Findings findings = findings::kept_findings(ledger, query.by);
  auto& groups = findings.groups;
  std::erase_if(groups,
                [&](const findings::Finding& one) { return !fits_query(one.group->signature, query); });
  const std::size_t all = groups.size();
  const std::size_t skipped = std::min(query.skip, all);
  groups.erase(groups.begin(), groups.begin() + static_cast<std::ptrdiff_t>(skipped));
  groups.resize(std::min(query.most, groups.size()));
  Answer answer = answer_of(findings, *query.form, findings::With::Sums);
  answer.fields.emplace_back("Symkit-Groups", say(all));
  answer.fields.emplace_back("Symkit-Reports", say(findings.reports));
  return answer;
}

Answer describe_group(const group::Ledger& ledger, const GroupQuery& query) {
  findings::Findings findings = findings::kept_findings(ledger, query.by);
  std::erase_if(findings.groups,
                [&](const findings::Finding& one) { return one.group->signature.id != query.id; });
  if (findings.groups.empty()) return Answer::text(404, "there is no group with this id");
  return answer_of(findings, *query.form, findings::With::Days);
}

}  // namespace symkit::service
