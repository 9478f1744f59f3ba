// The head of a request, as Beast's parser has read it.
#pragma once

#include <boost/beast/core/string.hpp>
#include <boost/beast/http/buffer_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/system/error_code.hpp>
#include <cstdint>
#include <optional>
#include <string_view>

#include "serve/http/application.h"

namespace symkit::http {

using Parser = boost::beast::http::request_parser<boost::beast::http::buffer_body>;

inline constexpr std::size_t longest_head = 16 * 1024;

// The head of a request, or the reason why it is refused.
struct Beginning {
  Head head = {};
  std::optional<Answer> refused = {};
};
// `raw`: the bytes that the parser read.
Beginning read_head(const Parser& parser, std::string_view raw);

// A callback for a parser, which it must outlive.
struct ChunkCheck {
  void operator()(std::uint64_t size, boost::beast::string_view extensions,
                  boost::system::error_code& error) const;
};

// The answer to a request that cannot be read; nothing if the connection just ended or timed out.
std::optional<Answer> why_malformed(const boost::system::error_code& error);

}  // namespace symkit::http
