// A folder as a shelf: <folder>/c0/61ee83….symx is the native index of image c061ee83…, and
// <folder>/c0/61ee83….mapping.symx the index of a mapping with that id. <folder>/c0/61ee83….asked notes that
// an image without an index was asked about.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "keep/store/stock.h"

namespace symkit::store {

class FolderShelf final : public StockedShelf {
 public:
  explicit FolderShelf(std::string folder) : folder_(std::move(folder)) {}

  std::vector<Found> get(std::span<const Key> keys) override;
  Result<void> put(const Key& key, std::span<const Bytes> pieces) override;
  Result<std::vector<ImageId>> ids(index::Kind kind) override;
  std::vector<Ids> ids_like_each(std::span<const Key> keys) override;
  void note_asked(const Key& key, std::uint64_t stamp) override;
  bool was_asked(const Key& key, std::uint64_t stamp) override;
  std::string place() const override { return folder_; }
  std::string place_of(const Key& key) const override;
  Result<void> list(const std::function<void(const Item&)>& visit) override;
  Result<std::size_t> remove(std::span<const Key> keys) override;
  void forget_asked(std::chrono::sys_seconds before) override;

 private:
  std::string note_of(const Key& key) const;
  Found get_one(const Key& key) const;
  std::vector<ImageId> ids_like_one(const Key& key) const;
  void collect_ids(const std::string& subfolder, index::Kind kind, std::vector<ImageId>& ids) const;

  std::string folder_;
};

}  // namespace symkit::store
