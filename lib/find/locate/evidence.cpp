#include "find/locate/evidence.h"

#include <algorithm>
#include <array>
#include <filesystem>

#include "ground/io/foreign_file.h"

namespace symkit::locate {
namespace {

constexpr std::size_t needed_of_system = 2;
// A log can name any number of files.
constexpr std::size_t most_beliefs = 4'000;
// Enough evidence; more addresses are not collected.
constexpr std::size_t most_addresses = 64;
// Greater than any log's number of images, so that no two logs give the same revision.
constexpr unsigned revisions_in_log = 4;

constexpr std::string_view other_distances = "the functions that the log names are not that far apart in it";

}  // namespace

bool is_of_system(const ImageReference& image) {
  constexpr std::array<std::string_view, 13> folders = {"/lib/",  "/lib32/", "/lib64/", "/libx32/", "/usr/",
                                                        "/bin/",  "/sbin/",  "/opt/",   "/nix/",    "/gnu/",
                                                        "/snap/", "/apex/",  "/system/"};
  if (image.path.empty() || image.path == image.name) {
    const std::size_t version = image.name.find(".so.");
    return version != std::string_view::npos && version + 4 < image.name.size();
  }
  const std::string plain = std::filesystem::path(image.path).lexically_normal().string();
  return std::ranges::any_of(folders, [&](std::string_view folder) { return plain.starts_with(folder); });
}

Belief::Belief(std::shared_ptr<Witness> witness, bool of_system)
    : witness_(std::move(witness)), needed_(of_system ? needed_of_system : 0) {}

bool Belief::hear(const FrameReference& frame, bool interrupted, bool may_be_interrupted, std::size_t stack) {
  if (!may_change()) return false;
  const bool held = holds();
  Statement statement = witness_->weigh(frame, interrupted);
  if (statement.word == Statement::Word::Against && may_be_interrupted) {
    if (excused_.size() < most_addresses) excused_.insert(statement.address);
    statement = witness_->weigh(frame, true);
  }
  judge(statement, stack);
  if (held != holds()) ++revision_;
  if (!may_change()) witness_.reset();
  return statement.of_trampoline;
}

bool Belief::has_trampoline(const FrameReference& frame) {
  return may_change() && witness_->weigh(frame, false).of_trampoline;
}

void Belief::judge(const Statement& statement, std::size_t stack) {
  if (statement.word == Statement::Word::Nothing) return;
  heard_ = true;
  if (statement.word == Statement::Word::Against) why_not_ = statement.why_not;
  if (statement.word == Statement::Word::For && for_.size() < most_addresses) for_.insert(statement.address);
  if (!statement.loaded) return;
  if (loaded_ && loaded_in_stack_ == stack && *loaded_ != *statement.loaded) why_not_ = other_distances;
  loaded_ = statement.loaded;
  loaded_in_stack_ = stack;
}

Belief* Evidence::find(const ImageReference& image) {
  write_key(image, key_);
  const auto found = beliefs_.find(key_);
  return found == beliefs_.end() ? nullptr : &found->second;
}

const Belief* Evidence::find(const ImageReference& image) const {
  write_key(image, key_);
  const auto found = beliefs_.find(key_);
  return found == beliefs_.end() ? nullptr : &found->second;
}

Belief* Evidence::begin(const ImageReference& image, const std::shared_ptr<Witness>& witness) {
  if (beliefs_.size() >= most_beliefs) return nullptr;
  write_key(image, key_);
  // A path may lead to a system library through links or /proc.
  const bool of_system = is_of_system(image) || (witness && is_of_system({.path = witness->path()}));
  return &beliefs_.try_emplace(key_, witness, of_system).first->second;
}

std::shared_ptr<Witness> Evidence::witness_of(const ImageReference& image) {
  const auto file = io::ForeignFile::find(std::string(image.path));
  if (!file || !file->is_ordinary()) return nullptr;
  const auto [known, is_new] = witnesses_.try_emplace({file->place(), image.architecture});
  if (is_new) known->second = Witness::of_file(file->place(), image.architecture);
  return known->second;
}

void Evidence::hear(const FrameReference& frame, Belief* belief) {
  const bool interrupted = std::exchange(interrupted_, false) && !frame.begins_stack;
  const bool is_unknown = belief == nullptr || !belief->may_change();
  const bool may_be_interrupted = std::exchange(after_unknown_, is_unknown) && !frame.begins_stack;
  if (frame.begins_stack) ++stack_;
  if (belief != nullptr) interrupted_ = belief->hear(frame, interrupted, may_be_interrupted, stack_);
}

bool Evidence::is_sole_image(const ImageReference& image) const {
  if (sole_image_.empty()) return false;
  write_key(image, key_);
  return key_ == sole_image_;
}

void Evidence::begin_log() {
  beliefs_.clear();
  interrupted_ = after_unknown_ = false;
  ++logs_;
}

unsigned Evidence::revision(const ImageReference& image) const {
  const Belief* belief = find(image);
  return logs_ * revisions_in_log + (belief == nullptr ? 0 : belief->revision());
}

}  // namespace symkit::locate
