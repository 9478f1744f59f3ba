// The fields of a response's head that we need. From the server's path of its file (X-DEBUGINFOD-FILE)
// only the file name is used, and never to open anything.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace symkit::fetch {

// The file name at the end of a server's path. Empty: it has control characters, is too long or is not a
// file name.
std::string name_at_end(std::string_view path);

class Reply {
 public:
  // Reads a line, including its end. False: the head is too long.
  bool take(std::string_view line);

  // The size of the complete file, also if the response has only a part of it.
  std::optional<std::int64_t> size() const;
  // Where the part in the response begins; nothing if the head does not say.
  std::optional<std::int64_t> part_begins() const;
  // Identifies the state of the file: a strong ETag, else the time of its last change. Empty: neither.
  std::string validator() const;
  // The server's name for the file, fit to be shown. Empty: it does not give one.
  const std::string& file_name() const { return file_name_; }
  // The file is compressed in transit, although this was not requested.
  bool is_packed() const { return is_packed_; }

 private:
  void take_field(std::string_view name, std::string_view value);

  std::size_t taken_ = 0;  // bytes
  std::optional<std::int64_t> length_, debuginfod_size_, part_begin_, part_of_;
  std::string etag_, changed_, file_name_;
  bool is_packed_ = false;
};

}  // namespace symkit::fetch
