// Uploaded files: prepared in a limited process of their own, so that a hostile file harms no other
// request, and kept for a time so that debuginfod's clients can download them.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <semaphore>
#include <string>
#include <string_view>
#include <vector>

#include "ground/base/image_id.h"
#include "ground/base/result.h"
#include "serve/http/message.h"

namespace symkit::service {

struct UploadSettings {
  std::string folder = {};  // empty: uploads are disabled
  std::chrono::seconds kept = std::chrono::hours(45 * 24);
  std::vector<std::string> stores = {};
  std::string symprep = {};        // the program that prepares them
  std::chrono::seconds time{600};  // for each file
  std::uint64_t memory = std::uint64_t{4} << 30;
  std::uint64_t size = std::uint64_t{4} << 30;  // of a file
  std::ptrdiff_t at_once = 2;                   // files prepared at a time
  // Shared by several Uploads; null: this one has its own.
  std::shared_ptr<std::counting_semaphore<>> places = {};
};

// Nothing if a file may not have this name: it must be one plain name, not a path.
std::optional<std::string> upload_name(std::string_view path);

class Uploads {
 public:
  explicit Uploads(UploadSettings settings);
  Uploads(const Uploads&) = delete;
  Uploads& operator=(const Uploads&) = delete;
  ~Uploads();

  const UploadSettings& settings() const { return settings_; }
  bool are_taken() const { return !settings_.folder.empty(); }
  // Creates the folders and removes files that are too old.
  Result<void> open();

  // Returns symprep's report on the indexes it prepared, as lines of JSON; waits until symprep is done.
  // `write` writes the file to the path that it is given.
  using Write = std::function<Result<void>(const std::string& path)>;
  Result<std::string> take(const std::string& name, const Write& write);
  Result<std::string> take(const std::string& name, const http::Body& body);

  // Abandons files being prepared, now and from now on.
  void stop() const;

  // Which of the two files of an image debuginfod's clients want.
  enum class Kind : std::uint8_t { DebugInfo, Executable };
  // Opens the kept file, and keeps it longer; -1: there is none.
  int open_kept(const ImageId& id, Kind kind) const;

  // Deletes the kept files of this id.
  void forget(const ImageId& id) const;
  // Deletes files that have not been requested for a long time.
  void prune() const;

 private:
  Result<void> prepare(const std::string& path, std::string& said);
  void keep(const std::string& path, std::string_view said) const;
  std::string place_of(const ImageId& id, Kind kind) const;

  UploadSettings settings_;
  std::shared_ptr<std::counting_semaphore<>> places_;  // limits how many files are prepared at once
  int stopped_;                                        // a descriptor, readable once stop() was called
};

}  // namespace symkit::service
