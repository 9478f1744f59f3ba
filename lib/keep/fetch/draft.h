// A file of a cache that is on its way. It lies in the cache's folder .partial, so that renaming it is all
// that is left to do. What broke off is gone on with where the server can say that its file is still the
// same: for that the address and the server's word for the file's state lie beside it. Its first bytes lie
// there, too, until it is whole: nobody can take half of it for a file.
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
  std::string validator;   // of the file's state; empty: the server does not say it
  std::int64_t size = -1;  // of the whole file; -1: not known

  bool operator==(const Origin&) const = default;
};

class Draft {
 public:
  // What is here of a file from an attempt before.
  struct Partial {
    Origin origin;
    std::int64_t size = 0;
  };
  static std::optional<Partial> partial(const std::string& folder, const std::string& name);

  // `name`: where in the folder it goes when it is whole. Empty at first; or, with `goes_on`, with what is
  // here of it, if nobody else is at it.
  static Result<std::unique_ptr<Draft>> open(const std::string& folder, const std::string& name,
                                             bool goes_on);
  Draft(const Draft&) = delete;
  Draft& operator=(const Draft&) = delete;
  // What is not kept stays to be gone on with, or is taken away where that cannot be.
  ~Draft();

  std::int64_t size() const { return size_; }
  void set_origin(Origin origin) { origin_ = std::move(origin); }
  const Origin& origin() const { return origin_; }
  Result<void> append(std::string_view bytes);
  // It is whole and goes to its place. The path.
  Result<std::string> keep();
  // It is taken away.
  void drop();

  // What nobody has gone on with for a week.
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

// The folders that lead to a path: only the owner may look, as what was fetched tells what was run here.
Result<void> make_private_folders(const std::string& folder, const std::string& path);

}  // namespace symkit::fetch
