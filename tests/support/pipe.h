// A pipe for tests of streams: what is written comes out of reader(), piece by piece as a slow writer sends
// it.
#pragma once

#include <fcntl.h>
#include <string>
#include <string_view>
#include <unistd.h>
#include <utility>

namespace symkit::test {

class Pipe {
 public:
  Pipe() {
    int ends[2] = {-1, -1};
    if (::pipe2(ends, O_CLOEXEC) == 0) {
      reader_ = ends[0];
      writer_ = ends[1];
    }
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe() {
    close_writer();
    close_reader();
  }

  int reader() const { return reader_; }
  int writer() const { return writer_; }

  void write(std::string_view text) const {
    while (!text.empty()) {
      const ssize_t count = ::write(writer_, text.data(), text.size());
      if (count <= 0) return;
      text.remove_prefix(static_cast<std::size_t>(count));
    }
  }

  // Reads what a reader that stopped early left, so that the writer comes to its end.
  void drain() const {
    char rest[4096];
    while (::read(reader_, rest, sizeof rest) > 0) continue;
  }

  void close_writer() { close(writer_); }
  void close_reader() { close(reader_); }

 private:
  static void close(int& descriptor) {
    if (descriptor >= 0) ::close(std::exchange(descriptor, -1));
  }

  int reader_ = -1;
  int writer_ = -1;
};

// All that was written; the writer is closed for it.
inline std::string everything_in(Pipe& pipe) {
  pipe.close_writer();
  std::string all;
  char buffer[4096];
  for (ssize_t count = 1; count > 0;) {
    count = ::read(pipe.reader(), buffer, sizeof buffer);
    if (count > 0) all.append(buffer, static_cast<std::size_t>(count));
  }
  return all;
}

}  // namespace symkit::test
