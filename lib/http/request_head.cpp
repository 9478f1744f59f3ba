#include "http/request_head.h"

#include <algorithm>

#include "base/words.h"

namespace symkit::http {

namespace {
namespace wire = boost::beast::http;
}  // namespace

Head read_head(const Parser& parser) {
  const auto& request = parser.get();
  Head head;
  head.method.assign(request.method_string().data(), request.method_string().size());
  const std::string_view target(request.target().data(), request.target().size());
  const std::size_t question = std::min(target.find('?'), target.size());
  head.path = percent_decoded(target.substr(0, question));
  head.query = target.substr(std::min(target.size(), question + 1));
  for (const auto& field : request)
    head.fields.emplace_back(in_lower_case({field.name_string().data(), field.name_string().size()}),
                             std::string(field.value().data(), field.value().size()));
  if (const auto length = parser.content_length()) head.length = *length;
  head.has_body = parser.chunked() || head.length.value_or(0) != 0;
  return head;
}

std::optional<Answer> why_malformed(const boost::system::error_code& error) {
  if (error == wire::error::header_limit)
    return Answer::text(431, "the head of the request is longer than 16 kB");
  const bool is_of_http = error.category() == wire::make_error_code(wire::error::bad_version).category();
  if (!is_of_http || error == wire::error::end_of_stream || error == wire::error::partial_message)
    return std::nullopt;
  return Answer::text(400, "this is no request of HTTP/1.1: " + error.message());
}

}  // namespace symkit::http
