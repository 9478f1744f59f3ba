// The output of `syminfo FILE` for one slice or index: its contents, and the two forms in which they are
// printed.
#pragma once

#include <string>
#include <vector>

#include "debug/details/details.h"
#include "debug/survey/survey.h"
#include "files/container/image.h"
#include "syminfo/contents_opinion.h"

namespace symkit::syminfo {

// A slice of a file.
struct Contents {
  const std::string& path;
  const container::Image& image;
  const survey::Survey& found;
  std::string verdict;
  Result<details::Details> details;  // an error: why there are none
  Opinion opinion = {};
};

void append_text(std::string& out, const Contents& contents);
void append_json(std::string& out, const Contents& contents);

std::string_view name_of(container::Format format);
std::string_view name_of(container::Compression compression);

}  // namespace symkit::syminfo
