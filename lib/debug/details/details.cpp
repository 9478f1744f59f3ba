#include "debug/details/details.h"

#include "debug/details/answer.h"
#include "debug/details/extract.h"
#include "ground/base/helper_program.h"

namespace symkit::details {

Inquiry::Inquiry(const container::Image& image, const std::string& program, Limits limits) {
  const auto part = extract(image);
  if (!part) {
    child_ = std::unexpected(part.error());
    return;
  }
  has_symbols_ = part->has_symbols;
  child_ = LimitedChild::start(program, part->bytes, limits);
}

Result<Details> Inquiry::finish() {
  if (!child_) return std::unexpected(child_.error());
  const auto answer = child_->finish();
  if (!answer) return std::unexpected(answer.error());
  return read_answer(*answer);
}

std::string lief_program() { return helper_program("symkit-lief"); }

}  // namespace symkit::details
