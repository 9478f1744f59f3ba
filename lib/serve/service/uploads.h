// Files that were uploaded: prepared in a process of their own with limits, so that a hostile one costs
// nobody else anything, and kept for a time so that debuginfod's clients can have them back.
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
  std::string folder = {};  // empty: nothing is taken
  std::chrono::seconds kept = std::chrono::hours(45 * 24);
  std::vector<std::string> stores = {};
  std::string symprep = {};        // which prepares them
  std::chrono::seconds time{600};  // for each of these
  std::uint64_t memory = std::uint64_t{4} << 30;
  std::uint64_t size = std::uint64_t{4} << 30;  // of a file
  std::ptrdiff_t at_once = 2;                   // are prepared, whoever brought them
  // That several have in common; null: one has its own.
  std::shared_ptr<std::counting_semaphore<>> places = {};
};

// Nothing where a file may not be called so: it is one name, and no path.
std::optional<std::string> upload_name(std::string_view path);

class Uploads {
 public:
  explicit Uploads(UploadSettings settings);
  Uploads(const Uploads&) = delete;
  Uploads& operator=(const Uploads&) = delete;
  ~Uploads();

  const UploadSettings& settings() const { return settings_; }
  bool are_taken() const { return !settings_.folder.empty(); }
  // The folders are made; what is older than it may be is removed.
  Result<void> open();

  // What was prepared of it: lines of JSON, as symprep says them. Takes as long as that does. `write` puts
  // the file where it is told.
  using Write = std::function<Result<void>(const std::string& path)>;
  Result<std::string> take(const std::string& name, const Write& write);
  Result<std::string> take(const std::string& name, const http::Body& body);

  // Whatever is being prepared is given up, and so is what comes later.
  void stop() const;

  // Which of its two files debuginfod's clients want.
  enum class Kind : std::uint8_t { DebugInfo, Executable };
  // A descriptor of it, and it is kept longer; -1: there is none.
  int open_kept(const ImageId& id, Kind kind) const;

  // What is kept of it goes.
  void forget(const ImageId& id) const;
  // Removes what nobody has asked for in a long time.
  void prune() const;

 private:
  Result<void> prepare(const std::string& path, std::string& said);
  void keep(const std::string& path, std::string_view said) const;
  std::string place_of(const ImageId& id, Kind kind) const;

  UploadSettings settings_;
  std::shared_ptr<std::counting_semaphore<>> places_;  // where files are prepared
  int stopped_;                                        // can be read from when it is so
};

}  // namespace symkit::service
