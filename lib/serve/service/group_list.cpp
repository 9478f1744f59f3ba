#include "serve/service/group_list.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "ground/base/whole_number.h"
#include "ground/base/words.h"
#include "reports/findings/findings.h"
#include "reports/findings/lines.h"
#include "reports/findings/reports.h"

namespace symkit::service {

using http::Answer;

namespace {

struct FormName {
  std::string_view name;
  GroupForm form;
  std::string_view type;
};
constexpr auto forms =
    std::to_array<FormName>({{"json", GroupForm::Json, "application/x-ndjson"},
                             {"html", GroupForm::Html, "text/html; charset=utf-8"},
                             {"markdown", GroupForm::Markdown, "text/markdown; charset=utf-8"},
                             {"junit", GroupForm::Junit, "application/xml"},
                             {"sarif", GroupForm::Sarif, "application/sarif+json"}});

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

std::string written(const findings::Findings& findings, GroupForm form, findings::With with) {
  std::string text;
  switch (form) {
    case GroupForm::Json:
      for (const findings::Finding& finding : findings.groups)
        findings::append_json(text, finding, findings.reports, with);
      break;
    case GroupForm::Html: findings::append_html(text, findings); break;
    case GroupForm::Markdown: findings::append_markdown(text, findings); break;
    case GroupForm::Junit: findings::append_junit(text, findings); break;
    case GroupForm::Sarif: findings::append_sarif(text, findings); break;
  }
  return text;
}

Answer answer_of(const findings::Findings& findings, GroupForm form, findings::With with) {
  const FormName& name = *std::ranges::find(forms, form, &FormName::form);
  Answer answer{.status = 200, .type = std::string(name.type)};
  answer.body = http::Body(written(findings, form, with));
  answer.fields.emplace_back("Vary", "Accept");
  // Names come from logs and may be anything: the page must not run scripts.
  if (form == GroupForm::Html)
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
  const auto* const form = std::ranges::find(forms, format, &FormName::name);
  if (form == forms.end())
    return fail(say("?format= must be json, html, markdown, junit or sarif, not '", format, "'"));
  query.form = form->form;
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
  Answer answer = answer_of(findings, query.form, findings::With::Sums);
  answer.fields.emplace_back("Symkit-Groups", say(all));
  answer.fields.emplace_back("Symkit-Reports", say(findings.reports));
  return answer;
}

Answer describe_group(const group::Ledger& ledger, const GroupQuery& query) {
  findings::Findings findings = findings::kept_findings(ledger, query.by);
  std::erase_if(findings.groups,
                [&](const findings::Finding& one) { return one.group->signature.id != query.id; });
  if (findings.groups.empty()) return Answer::text(404, "there is no group with this id");
  return answer_of(findings, query.form, findings::With::Days);
}

}  // namespace symkit::service
