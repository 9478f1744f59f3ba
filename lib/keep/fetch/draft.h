// A file of a cache that is being downloaded. It is in the cache's folder .partial, so that renaming
// completes it. An interrupted download is resumed if the server can confirm that its file is unchanged;
// for that, the address and the server's validator are stored next to it. The first bytes are stored
// there, too, until the file is complete, so that half a file cannot be mistaken for a whole one.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "ground/base/result.h"

namespace symkit::fetch {

struct Origin {
  std::string url;
  std::string validator;   // identifies the file's state; empty: the server gives none
  std::int64_t size = -1;  // of the complete file; -1: not known

  bool operator==(const Origin&) const = default;
};

class Draft {
 public:
  // The part of a file left by an earlier attempt.
  struct Partial {
    Origin origin;
    std::int64_t size = 0;
  };
  static std::optional<Partial> partial(const std::string& folder, const std::string& name);

  // `name`: its final path in the folder. Empty at first; or, with `goes_on`, with what an earlier
  // attempt left, if no other process is using it.
  static Result<std::unique_ptr<Draft>> open(const std::string& folder, const std::string& name,
                                             bool goes_on);
  Draft(const Draft&) = delete;
  Draft& operator=(const Draft&) = delete;
  // If not kept, it stays to be resumed, or is deleted if it cannot be.
  ~Draft();

  std::int64_t size() const { return size_; }
  void set_origin(Origin origin) { origin_ = std::move(origin); }
  const Origin& origin() const { return origin_; }
  Result<void> append(std::string_view bytes);
  // Moves the complete file to its place. Returns the path.
  Result<std::string> keep();
  // Deletes it.
  void drop();

  // Deletes drafts that were not resumed for a week.
  static void remove_old(const std::string& folder);

 private:
  Draft(std::string place, std::string path) : place_(std::move(place)), path_(std::move(path)) {}
  bool take_lock();
  Result<void> open_alone();
  Result<void> write_at(std::string_view bytes, std::int64_t position) const;
  void note_origin() const;

  std::string place_;
  std::string path_;
  int file_ = -1;
  std::int64_t size_ = 0;
  std::string head_;  // the first bytes
  Origin origin_;
  bool can_be_gone_on_with_ = true;
};

// Creates the folders of a path, readable by the owner only, because downloads reveal which programs were
// run here.
Result<void> make_private_folders(const std::string& folder, const std::string& path);

}  // namespace symkit::fetch
