#include "serve/http/framing.h"

#include <algorithm>

#include "ground/base/characters.h"
#include "ground/base/words.h"

namespace symkit::http {
namespace {

// Fields that may occur only once: another reader might use the second one.
constexpr std::string_view said_once[] = {"authorization", "content-length", "host",
                                          "origin",        "sec-fetch-site", "transfer-encoding"};

std::size_t count_of(const Head& head, std::string_view name) {
  const auto is_it = [&](const auto& field) { return field.first == name; };
  return static_cast<std::size_t>(std::ranges::count_if(head.fields, is_it));
}

std::optional<Answer> refuse(unsigned status, std::string sentence) {
  return Answer::text(status, std::move(sentence));
}

// Characters that can occur in a host name, an address or a port.
bool is_host(std::string_view host) {
  constexpr std::string_view others = "-.~%!$&'()*+,;=:[]";
  return std::ranges::all_of(host, [&](char c) { return is_in_word(c) || others.contains(c); });
}

std::optional<Answer> why_unknown_coding(std::string_view value, bool knows_chunks) {
  if (!knows_chunks) return refuse(400, "HTTP/1.0 has no Transfer-Encoding");
  const std::string codings = in_lower_case(value);
  if (codings == "chunked") return std::nullopt;
  // If "chunked" is the last coding, the end of the body is known, but not what the other codings
  // contain.
  const std::size_t comma = codings.rfind(',');
  const bool ends_plainly =
      comma != std::string::npos && trimmed(std::string_view(codings).substr(comma + 1)) == "chunked";
  return refuse(ends_plainly ? 501 : 400, "the only accepted Transfer-Encoding is 'chunked'");
}

}  // namespace

std::optional<Answer> why_ambiguous(const Head& head, std::string_view raw, bool knows_host) {
  if (raw.contains("\r\n ") || raw.contains("\r\n\t"))
    return refuse(400, "a header field continues on the next line, which HTTP/1.1 no longer allows");
  for (const std::string_view name : said_once)
    if (count_of(head, name) > 1)
      return refuse(400, say("the header field ", name, " appears more than once"));
  if (count_of(head, "content-length") != 0 && !std::ranges::all_of(head.field("content-length"), is_digit))
    return refuse(400, "Content-Length must be one number");
  if (knows_host && count_of(head, "host") == 0)
    return refuse(400, "HTTP/1.1 requires the header field Host");
  if (!is_host(head.field("host"))) return refuse(400, "the header field Host must be a name or an address");
  if (count_of(head, "transfer-encoding") == 0) return std::nullopt;
  return why_unknown_coding(head.field("transfer-encoding"), knows_host);
}

bool is_plain_extension(std::string_view text) {
  return std::ranges::none_of(text, [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte < ' ' && byte != '\t') || byte == 0x7f;
  });
}

}  // namespace symkit::http
