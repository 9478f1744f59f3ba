// Writes bodies that are too large for memory into files, on one thread for all connections, so that no
// request waits for a disk. Its thread has a lower priority than those that answer.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace symkit::http {

class Scribe {
 public:
  explicit Scribe(std::string folder) : folder_(std::move(folder)) {}
  Scribe(const Scribe&) = delete;
  Scribe& operator=(const Scribe&) = delete;
  ~Scribe();

  // The next piece of a body, appended to its file.
  struct Piece {
    int file = -1;  // -1: the file is created first
    std::string text = {};
    std::size_t size = 0;  // bytes of the text that are used
    bool has_failed = false;
  };
  // Called on the scribe's thread, and returns the piece.
  using Done = std::function<void(Piece piece)>;
  void write(Piece piece, Done done);

 private:
  struct Order {
    Piece piece;
    Done done;
  };
  void work();
  void carry_out(Piece& piece) const;

  std::string folder_;
  std::mutex lock_;  // guards the members below
  std::condition_variable changed_;
  std::deque<Order> orders_;
  bool ending_ = false;
  std::thread thread_;  // started with the first piece
};

}  // namespace symkit::http
