#include "serve/http/wire.h"

#include "ground/base/words.h"

namespace symkit::http {

std::string_view phrase_of(unsigned status) {
  switch (status) {
    case 200: return "OK";
    case 201: return "Created";
    case 202: return "Accepted";
    case 204: return "No Content";
    case 400: return "Bad Request";
    case 401: return "Unauthorized";
    case 403: return "Forbidden";
    case 404: return "Not Found";
    case 405: return "Method Not Allowed";
    case 408: return "Request Timeout";
    case 411: return "Length Required";
    case 413: return "Content Too Large";
    case 415: return "Unsupported Media Type";
    case 422: return "Unprocessable Content";
    case 429: return "Too Many Requests";
    case 431: return "Request Header Fields Too Large";
    case 500: return "Internal Server Error";
    case 501: return "Not Implemented";
    case 503: return "Service Unavailable";
    case 507: return "Insufficient Storage";
    default: return "Answer";
  }
}

std::string head_of(unsigned status, std::string_view type, const Fields& fields,
                    std::optional<std::uint64_t> length, bool keeps, bool in_chunks) {
  std::string head = say("HTTP/1.1 ", status, ' ', phrase_of(status), "\r\n");
  if (!type.empty()) head += say("Content-Type: ", type, "\r\n");
  for (const auto& [name, value] : fields) head += say(name, ": ", value, "\r\n");
  if (length) {
    head += say("Content-Length: ", *length, "\r\n");
  } else if (in_chunks) {
    head += "Transfer-Encoding: chunked\r\n";
  }
  if (!keeps) head += "Connection: close\r\n";
  return head += "X-Content-Type-Options: nosniff\r\nX-Frame-Options: DENY\r\n\r\n";
}

std::string chunk(std::string_view text) {
  return say(std::string_view(hex(text.size())).substr(2), "\r\n", text, "\r\n");
}

}  // namespace symkit::http
