// Several shelves as one, searched in order. An index found on a later shelf is copied to the earlier
// ones that do not have it, so that the first is a cache of the others. An index is put on the first
// shelf that accepts it.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "keep/store/cut_index.h"
#include "keep/store/shelf.h"

namespace symkit::store {

class ChainShelf final : public Shelf {
 public:
  // None: nothing is copied to earlier shelves, and an index is put on the first shelf or nowhere.
  enum class Copies : std::uint8_t { ToEarlier, None };
  explicit ChainShelf(std::vector<std::unique_ptr<Shelf>> shelves, Copies copies = Copies::ToEarlier);

  std::vector<Found> get(std::span<const Key> keys) override;
  Result<void> put(const Key& key, std::span<const Bytes> pieces) override;
  Result<std::vector<ImageId>> ids(index::Kind kind) override;
  std::vector<Ids> ids_like_each(std::span<const Key> keys) override;
  Result<void> add_name(std::string_view name, const Key& key) override;
  Result<OfName> of_name(std::string_view name, index::Kind kind) override;
  void note_asked(const Key& key, std::uint64_t stamp) override;
  bool was_asked(const Key& key, std::uint64_t stamp) override;
  bool is_far() const override;
  // Copies nothing: a caller that visits all indexes needs few of them.
  Result<void> each(index::Kind kind, const Visit& visit) override;
  std::string place() const override;
  // Where the key was found or put; otherwise its place in the first shelf.
  std::string place_of(const Key& key) const override;
  std::uint64_t outages() const override;
  std::string trouble() const override;

 private:
  struct Link {
    std::unique_ptr<Shelf> shelf;
    std::atomic<bool> takes_copies = true;
  };
  struct Search;

  // Where a key was found: a manifest may be a copy.
  struct Where {
    std::size_t link = 0;
    Key key = {};
  };

  static void settle_other_forms(std::span<const Key> keys, Search& search);
  io::SharedBlob cut_out(const Key& key);
  void ask(std::size_t link, std::span<const Key> keys, Search& search);
  void take(const Where& where, const Key& key, Found found, Search& search, std::size_t item);
  void copy_back(const std::vector<std::size_t>& links, const Key& key, const io::SharedBlob& blob);
  void remember(const Key& key, const Where& where);
  Where where_is(const Key& key) const;
  static Result<std::vector<ImageId>> joined(std::vector<Result<std::vector<ImageId>>> of_links);

  std::vector<Link> links_;
  Copies copies_;
  CutIndex cut_;
  mutable std::mutex lock_;  // guards what follows
  std::map<Key, Where> where_;
};

}  // namespace symkit::store
