#include "details/details.h"

#include <array>
#include <unistd.h>

#include "base/words.h"
#include "details/answer.h"
#include "details/extract.h"

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

std::string lief_program() {
  std::array<char, 4096> self{};
  const ssize_t size = ::readlink("/proc/self/exe", self.data(), self.size());
  std::string folder(self.data(), size > 0 ? static_cast<std::size_t>(size) : 0);
  folder.resize(folder.find_last_of('/') == std::string::npos ? 0 : folder.find_last_of('/'));
  std::string beside = folder + "/symkit-lief";
  if (::access(beside.c_str(), X_OK) == 0) return beside;
  return folder + "/../libexec/symkit/symkit-lief";
}

}  // namespace symkit::details
