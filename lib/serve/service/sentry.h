// What sentry-cli asks when it uploads debug files: how to send chunks, which of them are not here yet, and
// how far the files are that it wants put together. Answers are JSON.
#pragma once

#include <string>
#include <string_view>

#include "ground/base/result.h"
#include "serve/service/assembly.h"

namespace symkit::service {

inline constexpr std::string_view sentry_root = "/api/0/";
inline constexpr std::uint64_t most_of_sentry_request = std::uint64_t{32} << 20;
// That, with what stands round the chunks in it.
inline constexpr std::uint64_t most_of_sentry_body = most_of_sentry_request + (std::uint64_t{1} << 20);

// `path`: where it was asked, and where chunks are taken; `most`: bytes of a file.
std::string sentry_options(std::string_view path, std::uint64_t most);

// `type`: the request's Content-Type.
Result<void> take_sentry_chunks(Chunks& chunks, std::string_view type, std::string_view body);

std::string answer_assemble(const std::vector<WantedFile>& files, Assembly& assembly);

// An answer that is an error, as its clients show it.
std::string sentry_error(std::string_view message);

}  // namespace symkit::service
