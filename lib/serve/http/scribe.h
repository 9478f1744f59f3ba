// Writes bodies that are too large for memory into files: one thread for all connections, so that nobody who
// asks something waits for a disk. It comes behind those who answer.
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

  // Some of a body, behind what its file has already.
  struct Piece {
    int file = -1;  // it gets one
    std::string text = {};
    std::size_t size = 0;  // of the text, what counts
    bool has_failed = false;
  };
  // Called on the scribe's thread, with the piece as it was.
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
  std::mutex lock_;  // of what follows
  std::condition_variable changed_;
  std::deque<Order> orders_;
  bool ending_ = false;
  std::thread thread_;  // begun with the first order
};

}  // namespace symkit::http
