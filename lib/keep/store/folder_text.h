// A shared text in a folder: a file, and another that is locked during changes.
#pragma once

#include "keep/store/shared_text.h"

namespace symkit::store {

class FolderText final : public SharedText {
 public:
  FolderText(const std::string& folder, std::string_view name);

  Result<std::optional<Version>> newer_than(std::uint64_t number) override;
  Result<bool> follow(std::uint64_t number, std::string_view text) override;
  bool is_far() const override { return false; }
  std::string place() const override { return path_; }

 private:
  Result<std::uint64_t> last() const;

  std::string path_;
};

}  // namespace symkit::store
