// Lists crash groups.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "ground/base/result.h"
#include "reports/findings/forms.h"
#include "reports/group/ledger.h"
#include "reports/group/state.h"
#include "serve/http/message.h"

namespace symkit::service {

inline constexpr std::string_view no_reports =
    "crash groups are disabled: start symserve with --keep-reports";

struct GroupQuery {
  group::By by = group::By::Exact;
  const findings::Form* form = findings::form_of("json");
  std::string text = {};     // part of the signature, or how the id begins; empty: all
  std::size_t skip = 0;      // skip this many
  std::size_t most = 200;    // list at most this many
  std::string_view id = {};  // the only one wanted
};

// ?by=exact|similar, ?format= (findings/forms.h), ?find=, ?skip=, ?most=
Result<GroupQuery> read_group_query(const http::Head& head);

// The most frequent first. JSON has a line for each group; a header field has the total number.
http::Answer list_groups(const group::Ledger& ledger, const GroupQuery& query);
http::Answer describe_group(const group::Ledger& ledger, const GroupQuery& query);

}  // namespace symkit::service
