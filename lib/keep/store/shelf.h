// Where indexes are kept, by the id of what they are for: a folder, or several stores one behind the other.
// Any number of threads and processes may ask and put at once.
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
  std::uint64_t part = 0;  // 0: the whole index; else the checksum of this part of it

  auto operator<=>(const Key&) const = default;
  bool is_whole() const { return part == 0; }
};

// As what an index of a kind may be kept: a native one whole, or in parts, to which a manifest leads.
std::vector<index::Kind> forms_of(index::Kind kind);
// The key of each, whole indexes first.
std::vector<Key> keys_of(const ImageId& id, std::span<const index::Kind> kinds);

// The part in 16 digits, as names of files and keys of servers have it.
std::string part_digits(const Key& key);

// Null: the shelf does not have it. An error: it could not be asked, or what it has cannot be read.
using Found = Result<io::SharedBlob>;

// How long a store that could not be asked is left alone.
inline constexpr std::chrono::seconds outage_lasts = redis::rest_of_engine;

class Shelf {
 public:
  Shelf() = default;
  Shelf(const Shelf&) = delete;
  Shelf& operator=(const Shelf&) = delete;
  virtual ~Shelf() = default;

  // What is under each of the keys, in their order: many at once, as some shelves are far away.
  virtual std::vector<Found> get(std::span<const Key> keys) = 0;

  // Puts the pieces, one after the other, in place of what was there. A reader sees the old or the new,
  // whole.
  virtual Result<void> put(const Key& key, std::span<const Bytes> pieces) = 0;

  // The ids of all whole indexes of a kind, in order.
  virtual Result<std::vector<ImageId>> ids(index::Kind kind) = 0;

  // Of each key those of them that may be meant by an id that a log has cut or turned round: which begin as
  // it does, in either order of its first bytes. In one question where the shelf is far away.
  using Ids = Result<std::vector<ImageId>>;
  virtual std::vector<Ids> ids_like_each(std::span<const Key> keys) = 0;
  // Of one.
  Ids ids_like(const ImageId& id, index::Kind kind);

  // For shelves that are too large to be looked through: that the index is of something called so, and what
  // is. Of two that are called alike nobody can tell which one is meant.
  virtual Result<void> add_name(std::string_view /*name*/, const Key& /*key*/) { return {}; }
  struct OfName {
    std::optional<ImageId> only = {};
    bool several = false;
  };
  virtual Result<OfName> of_name(std::string_view /*name*/, index::Kind /*kind*/) { return OfName(); }

  // Whether each question takes time, as it goes over a network: what will be asked should then be asked at
  // once.
  virtual bool is_far() const { return false; }

  // What people call the shelf. Empty: it is nowhere; then nothing is found, and nothing can be put.
  virtual std::string place() const = 0;

  // Where people would look for a key, whether it is there or not; empty where the shelf is nowhere.
  virtual std::string place_of(const Key& key) const = 0;

  // How often something could not be asked so far, and what was said of it last. What was answered meanwhile
  // may be answered otherwise when it can be asked again.
  virtual std::uint64_t outages() const { return 0; }
  virtual std::string trouble() const { return {}; }

  Found find(const Key& key);

  struct Match {
    Key key;
    io::SharedBlob blob;  // null: there is none
  };
  // The whole index of this id, of the first of these kinds that there is.
  Result<Match> find_first(const ImageId& id, std::span<const index::Kind> kinds);
  // The same of each; else of an id like it: `same` tells of the second whether the first means it. Few
  // questions, whatever the number of ids.
  using Same = std::function<bool(const ImageId& asked, const ImageId& have)>;
  std::vector<Result<Match>> find_each_like(std::span<const ImageId> ids, std::span<const index::Kind> kinds,
                                            const Same& same);
  // Of one.
  Result<Match> find_like(const ImageId& id, std::span<const index::Kind> kinds,
                          const std::function<bool(const ImageId&)>& same);
  Result<Match> find_like(const ImageId& id, index::Kind kind,
                          const std::function<bool(const ImageId&)>& same) {
    return find_like(id, {&kind, 1}, same);
  }

  // Every whole index of a kind, in the order of ids.
  using Visit = std::function<void(const Key& key, const Found& found)>;
  virtual Result<void> each(index::Kind kind, const Visit& visit);

 private:
  static Result<Match> first_of(std::span<const Key> keys, std::span<Found> found);
  void find_by_likeness(std::span<const ImageId> ids, std::span<const std::size_t> missing,
                        std::span<const index::Kind> kinds, const Same& same,
                        std::vector<Result<Match>>& matches);
};

}  // namespace symkit::store
