// The head of a request, as Beast's parser has read it.
#pragma once

#include <boost/beast/http/buffer_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/system/error_code.hpp>
#include <optional>

#include "http/application.h"

namespace symkit::http {

using Parser = boost::beast::http::request_parser<boost::beast::http::buffer_body>;

inline constexpr std::size_t longest_head = 16 * 1024;

Head read_head(const Parser& parser);

// A request that cannot be read; nothing where the connection just ended, or its time did.
std::optional<Answer> why_malformed(const boost::system::error_code& error);

}  // namespace symkit::http
