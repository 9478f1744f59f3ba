#include "serve/http/scribe.h"

#include <new>
#include <unistd.h>
#include <utility>

#include "ground/base/scheduling.h"
#include "ground/io/write_all.h"
#include "serve/http/spool.h"

namespace symkit::http {

Scribe::~Scribe() {
  {
    const std::lock_guard lock(lock_);
    ending_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void Scribe::write(Piece piece, Done done) {
  const std::lock_guard lock(lock_);
  orders_.push_back({std::move(piece), std::move(done)});
  if (!thread_.joinable()) thread_ = std::thread([this] { work(); });
  changed_.notify_one();
}

void Scribe::work() {
  come_behind();
  while (true) {
    Order order;
    {
      std::unique_lock lock(lock_);
      changed_.wait(lock, [this] { return ending_ || !orders_.empty(); });
      if (orders_.empty()) return;
      order = std::move(orders_.front());
      orders_.pop_front();
    }
    carry_out(order.piece);
    order.done(std::move(order.piece));
  }
}

void Scribe::carry_out(Piece& piece) const {
  try {
    if (piece.file < 0) piece.file = nameless_file(folder_);
  } catch (const std::bad_alloc&) {
    piece.file = -1;
  }
  piece.has_failed =
      piece.file < 0 || !io::write_all(piece.file, std::string_view(piece.text).substr(0, piece.size));
}

}  // namespace symkit::http
