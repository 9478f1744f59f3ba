// Where indexes are kept, by the id of the image, mapping or map: a folder, or a chain of stores. Any
// number of threads and processes may read and write at once.
#pragma once

#include <chrono>
#include <compare>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ground/base/image_id.h"
#include "ground/base/result.h"
#include "ground/io/blob.h"
#include "keep/index/envelope.h"
#include "keep/redis/rest.h"

namespace symkit::store {

struct Key {
  ImageId id;
  index::Kind kind = index::Kind::Native;
  std::uint64_t part = 0;  // 0: the complete index; else the checksum of a part

  auto operator<=>(const Key&) const = default;
  bool is_whole() const { return part == 0; }
};

// The kinds under which an index may be stored: a native one complete, or as a manifest of parts.
std::vector<index::Kind> forms_of(index::Kind kind);
// The keys for each kind, complete indexes first.
std::vector<Key> keys_of(const ImageId& id, std::span<const index::Kind> kinds);

// The part in 16 digits, as used in file names and server keys.
std::string part_digits(const Key& key);

// Null: the shelf does not have it. An error: the shelf is unavailable, or what it has cannot be read.
using Found = Result<io::SharedBlob>;

// How long an unavailable store is not queried again.
inline constexpr std::chrono::seconds outage_lasts = redis::rest_of_engine;

class Shelf {
 public:
  Shelf() = default;
  Shelf(const Shelf&) = delete;
  Shelf& operator=(const Shelf&) = delete;
  virtual ~Shelf() = default;

  // The value of each key, in order. Takes many keys at once, as some shelves are far away.
  virtual std::vector<Found> get(std::span<const Key> keys) = 0;

  // Stores the concatenated pieces, replacing the old value. A reader sees either the old or the new
  // value, complete.
  virtual Result<void> put(const Key& key, std::span<const Bytes> pieces) = 0;

  // The ids of all complete indexes of a kind, in order.
  virtual Result<std::vector<ImageId>> ids(index::Kind kind) = 0;

  // For each key, the ids that a log's shortened or byte-swapped id may mean: those that begin with it,
  // in either order of its first bytes. A single query if the shelf is far away.
  using Ids = Result<std::vector<ImageId>>;
  virtual std::vector<Ids> ids_like_each(std::span<const Key> keys) = 0;
  // For one key.
  Ids ids_like(const ImageId& id, index::Kind kind);

  // For shelves that are too large to search: add_name() records the name of an index, of_name() finds
  // the index with that name. If several share a name, it is unknown which one is meant.
  virtual Result<void> add_name(std::string_view /*name*/, const Key& /*key*/) { return {}; }
  struct OfName {
    std::optional<ImageId> only = {};
    bool several = false;
  };
  virtual Result<OfName> of_name(std::string_view /*name*/, index::Kind /*kind*/) { return OfName(); }

  // Notes that an image was asked about which has no index here, and tells whether that was noted before:
  // `stamp` is of its file. A shelf that is far away keeps no such notes.
  virtual void note_asked(const Key& /*key*/, std::uint64_t /*stamp*/) {}
  virtual bool was_asked(const Key& /*key*/, std::uint64_t /*stamp*/) { return false; }

  // Whether each query takes time because it goes over a network: queries should then be combined.
  virtual bool is_far() const { return false; }

  // The shelf's name, for messages. Empty: it has no place, nothing is found, and nothing can be put.
  virtual std::string place() const = 0;

  // Where a key is or would be, for messages; empty if the shelf has no place.
  virtual std::string place_of(const Key& key) const = 0;

  // How often the shelf was unavailable so far, and the last error. Results from that time may change
  // once it is available again.
  virtual std::uint64_t outages() const { return 0; }
  virtual std::string trouble() const { return {}; }

  Found find(const Key& key);

  struct Match {
    Key key;
    io::SharedBlob blob;  // null: not found
  };
  // The complete index of this id, in the first of these kinds that is there.
  Result<Match> find_first(const ImageId& id, std::span<const index::Kind> kinds);
  // The same for each id; if there is none, for a similar id for which `same` is true. Needs few queries,
  // whatever the number of ids.
  using Same = std::function<bool(const ImageId& asked, const ImageId& have)>;
  std::vector<Result<Match>> find_each_like(std::span<const ImageId> ids, std::span<const index::Kind> kinds,
                                            const Same& same);
  // For one id.
  Result<Match> find_like(const ImageId& id, std::span<const index::Kind> kinds,
                          const std::function<bool(const ImageId&)>& same);
  Result<Match> find_like(const ImageId& id, index::Kind kind,
                          const std::function<bool(const ImageId&)>& same) {
    return find_like(id, {&kind, 1}, same);
  }

  // Visits every complete index of a kind, in the order of ids.
  using Visit = std::function<void(const Key& key, const Found& found)>;
  virtual Result<void> each(index::Kind kind, const Visit& visit);

 private:
  static Result<Match> first_of(std::span<const Key> keys, std::span<Found> found);
  void find_by_likeness(std::span<const ImageId> ids, std::span<const std::size_t> missing,
                        std::span<const index::Kind> kinds, const Same& same,
                        std::vector<Result<Match>>& matches);
};

}  // namespace symkit::store
