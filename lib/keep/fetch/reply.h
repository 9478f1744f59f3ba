// What the head of a server's answer says, so far as it is needed. Of what a server says of its file's path
// (X-DEBUGINFOD-FILE) only the name at its end is taken, and never to open anything.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace symkit::fetch {

// The end of a path that a server has told, if it can be a file's name: what steers a terminal or is of
// unusual length is none. Empty: it is none.
std::string name_at_end(std::string_view path);

class Reply {
 public:
  // A line of it, its end included. False: that is more than any server has to say.
  bool take(std::string_view line);

  // Of the whole file; of an answer with a part of it also.
  std::optional<std::int64_t> size() const;
  // Where the part that was sent begins; nothing where it does not say.
  std::optional<std::int64_t> part_begins() const;
  // What tells two states of the file apart: a strong ETag, else when it was changed. Empty: neither.
  std::string validator() const;
  // What the server's file is called, in letters that may be shown. Empty: it does not say.
  const std::string& file_name() const { return file_name_; }
  // The file is packed on its way, though nobody asked for that.
  bool is_packed() const { return is_packed_; }

 private:
  void take_field(std::string_view name, std::string_view value);

  std::size_t taken_ = 0;  // bytes
  std::optional<std::int64_t> length_, debuginfod_size_, part_begin_, part_of_;
  std::string etag_, changed_, file_name_;
  bool is_packed_ = false;
};

}  // namespace symkit::fetch
