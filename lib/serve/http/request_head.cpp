#include "serve/http/request_head.h"

#include <algorithm>

#include "ground/base/words.h"
#include "serve/http/framing.h"

namespace symkit::http {

namespace {

namespace wire = boost::beast::http;

// Removes the host from "http://HOST/PATH", which leaves "/PATH"; nothing if the target is a path. Any
// server can get such requests, not only a proxy, and this host then takes precedence.
std::optional<std::string_view> take_host(std::string_view& target) {
  const std::size_t end = target.find("://");
  if (end == std::string_view::npos || target.starts_with('/')) return std::nullopt;
  const std::string scheme = in_lower_case(target.substr(0, end));
  if (scheme != "http" && scheme != "https") return std::nullopt;
  const std::string_view rest = target.substr(end + 3);
  const std::size_t size = std::min(rest.find_first_of("/?"), rest.size());
  target = rest.substr(size);
  return rest.substr(0, size);
}

}  // namespace

Beginning read_head(const Parser& parser, std::string_view raw) {
  const auto& request = parser.get();
  Beginning beginning;
  Head& head = beginning.head;
  head.method.assign(request.method_string().data(), request.method_string().size());
  std::string_view target(request.target().data(), request.target().size());
  const std::optional<std::string_view> host = take_host(target);
  const std::size_t question = std::min(target.find('?'), target.size());
  head.path = percent_decoded(target.substr(0, question));
  head.query = target.substr(std::min(target.size(), question + 1));
  for (const auto& field : request)
    head.fields.emplace_back(in_lower_case({field.name_string().data(), field.name_string().size()}),
                             std::string(field.value().data(), field.value().size()));
  if (const auto length = parser.content_length()) head.length = *length;
  head.has_body = parser.chunked() || head.length.value_or(0) != 0;
  if (host && head.path.empty()) head.path = "/";
  for (auto& [name, value] : head.fields)
    if (host && name == "host") value = *host;
  beginning.refused = why_ambiguous(head, raw, request.version() >= 11);
  return beginning;
}

void ChunkCheck::operator()(std::uint64_t /*size*/, boost::beast::string_view extensions,
                            boost::system::error_code& error) const {
  if (!is_plain_extension({extensions.data(), extensions.size()}))
    error = wire::make_error_code(wire::error::bad_chunk_extension);
}

std::optional<Answer> why_malformed(const boost::system::error_code& error) {
  if (error == wire::error::header_limit)
    return Answer::text(431, "the head of the request is longer than 16 kB");
  const bool is_of_http = error.category() == wire::make_error_code(wire::error::bad_version).category();
  if (!is_of_http || error == wire::error::end_of_stream || error == wire::error::partial_message)
    return std::nullopt;
  return Answer::text(400, "not a valid HTTP/1.1 request: " + error.message());
}

}  // namespace symkit::http
