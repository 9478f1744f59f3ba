// The requests by which sentry-cli uploads debug files: how to send chunks, which chunks are missing, and
// the state of the files being assembled. Answers are JSON.
#pragma once

#include <string>
#include <string_view>

#include "ground/base/result.h"
#include "serve/service/assembly.h"

namespace symkit::service {

inline constexpr std::string_view sentry_root = "/api/0/";
inline constexpr std::uint64_t most_of_sentry_request = std::uint64_t{32} << 20;
// The same, with the multipart framing of the chunks.
inline constexpr std::uint64_t most_of_sentry_body = most_of_sentry_request + (std::uint64_t{1} << 20);

// `path`: the path of this request, which also accepts chunks; `most`: largest size of a file, in bytes.
std::string sentry_options(std::string_view path, std::uint64_t most);

// `type`: the request's Content-Type.
Result<void> take_sentry_chunks(Chunks& chunks, std::string_view type, std::string_view body);

std::string answer_assemble(const std::vector<WantedFile>& files, Assembly& assembly);

// An error, in the form that Sentry's clients display.
std::string sentry_error(std::string_view message);

}  // namespace symkit::service
