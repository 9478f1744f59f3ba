#include "locate/evidence.h"

#include <algorithm>
#include <array>
#include <filesystem>

namespace symkit::locate {
namespace {

constexpr std::size_t needed_of_system = 2;
// A log can name any number of files.
constexpr std::size_t most_beliefs = 4'000;
// So many addresses are evidence enough.
constexpr std::size_t most_addresses = 64;
// More than any log has images, so that no two logs give one revision.
constexpr unsigned revisions_in_log = 4;

}  // namespace

bool is_of_system(std::string_view path) {
  constexpr std::array<std::string_view, 13> folders = {"/lib/",  "/lib32/", "/lib64/", "/libx32/", "/usr/",
                                                        "/bin/",  "/sbin/",  "/opt/",   "/nix/",    "/gnu/",
                                                        "/snap/", "/apex/",  "/system/"};
  const std::string plain = std::filesystem::path(path).lexically_normal().string();
  return std::ranges::any_of(folders, [&](std::string_view folder) { return plain.starts_with(folder); });
}

Belief::Belief(std::unique_ptr<Witness> witness, std::string path)
    : witness_(std::move(witness)),
      path_(std::move(path)),
      needed_(is_of_system(path_) ? needed_of_system : 0) {}

bool Belief::hear(const crashlog::Frame& frame, bool interrupted) {
  if (!may_change()) return false;
  const bool held = holds();
  const Statement statement = witness_->weigh(frame, interrupted);
  if (statement.word != Statement::Word::Nothing) heard_ = true;
  if (statement.word == Statement::Word::Against) why_not_ = statement.why_not;
  if (statement.word == Statement::Word::For && for_.size() < most_addresses) for_.insert(statement.address);
  if (held != holds()) ++revision_;
  if (held) was_believed_ = true;
  if (!may_change()) witness_.reset();
  return statement.of_trampoline;
}

Belief* Evidence::find(const crashlog::ImageReference& image) {
  crashlog::write_key(image, key_);
  const auto found = beliefs_.find(key_);
  return found == beliefs_.end() ? nullptr : &found->second;
}

const Belief* Evidence::find(const crashlog::ImageReference& image) const {
  crashlog::write_key(image, key_);
  const auto found = beliefs_.find(key_);
  return found == beliefs_.end() ? nullptr : &found->second;
}

Belief* Evidence::begin(const crashlog::ImageReference& image, std::unique_ptr<Witness> witness) {
  if (beliefs_.size() >= most_beliefs) return nullptr;
  crashlog::write_key(image, key_);
  return &beliefs_.try_emplace(key_, std::move(witness), std::string(image.path)).first->second;
}

void Evidence::hear(const crashlog::Frame& frame, Belief* belief) {
  const bool interrupted = std::exchange(interrupted_, false) && !frame.begins_stack;
  if (belief != nullptr) interrupted_ = belief->hear(frame, interrupted);
}

void Evidence::begin_log() {
  beliefs_.clear();
  interrupted_ = false;
  ++logs_;
}

unsigned Evidence::revision(const crashlog::ImageReference& image) const {
  const Belief* belief = find(image);
  return logs_ * revisions_in_log + (belief == nullptr ? 0 : belief->revision());
}

}  // namespace symkit::locate
