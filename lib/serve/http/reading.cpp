// The body of a request, from its connection into memory or a file.
#include <boost/beast/http/read.hpp>
#include <chrono>
#include <memory>
#include <unistd.h>
#include <utility>

#include "serve/http/bell.h"
#include "serve/http/request_head.h"
#include "serve/http/serving.h"

namespace symkit::http {

// As in connection.cpp, no object with a destructor is created within a co_await expression.

// Reads some of the body; returns 0 at its end, or if it cannot be read.
template <class Stream>
Task<std::size_t> Serving<Stream>::read_piece(Parser& parser, char* into_here, std::size_t size,
                                              Intake& intake) {
  while (!parser.is_done()) {
    parser.get().body() = {into_here, size, true};
    ErrorCode error;
    co_await boost::beast::http::async_read_some(stream_, buffer_, parser, into(error));
    const std::size_t count = size - parser.get().body().size;
    intake.seen += count;
    served_.in += count;
    // The buffer grows for a client that sends much.
    if (2 * count >= buffer_.capacity()) make_room(2 * buffer_.capacity());
    intake.too_large = intake.seen > intake.most;
    intake.failed = error && error != boost::beast::http::error::need_buffer;
    intake.why = error;
    if (intake.too_large || intake.failed) co_return 0;
    if (count != 0) co_return count;
  }
  co_return 0;
}

template <class Stream>
Task<Body> Serving<Stream>::read_body(Parser& parser, const Head& head, Intake& intake) {
  MemoryBudget::Share share(shared_.settings.memory);
  // A body that will go into a file needs no more memory than is written at once.
  const std::size_t most = head.length.value_or(0) > most_in_memory ? most_at_once : most_in_memory;
  std::string text;
  std::size_t used = 0;
  bool has_room = true;
  while (!parser.is_done() && has_room) {
    within(limits().idle);
    has_room = used < most && grow(text, used, head, share);
    if (!has_room) break;
    const std::size_t count = co_await read_piece(parser, text.data() + used, text.size() - used, intake);
    if (count == 0) break;
    used += count;
  }
  if (!has_room) {
    Body body = co_await read_into_file(parser, text, used, intake, share);
    co_return body;
  }
  text.resize(used);
  co_return Body(std::move(text), std::move(share));
}

// Makes room for as much again as has arrived, but not for more than is announced. Returns false if there
// is none.
template <class Stream>
bool Serving<Stream>::grow(std::string& text, std::size_t used, const Head& head,
                           MemoryBudget::Share& share) {
  if (used < text.size()) return true;
  std::size_t size = std::max(least, 2 * used);
  if (head.length && *head.length > used) size = std::min<std::uint64_t>(size, *head.length);
  if (size > least && !share.hold(size)) return false;
  text.resize(size);
  return true;
}

// Reads the rest of the body: one piece is written while the next is read. Clients that send faster than
// that take turns.
template <class Stream>
Task<Body> Serving<Stream>::read_into_file(Parser& parser, std::string& text, std::size_t used,
                                           Intake& intake, MemoryBudget::Share& share) {
  const auto executor = stream_.get_executor();
  const auto writing = std::make_shared<Writing>();
  const auto bell = std::make_shared<Bell>(executor);
  const auto turn = std::make_shared<Turn>(shared_.turns);
  while (used != 0) {
    co_await wait_for(*writing, *bell);
    if (writing->piece.has_failed) break;
    write_on(writing, bell, text, used);
    // One half is written while the other is read.
    const std::size_t size = share.hold(2 * most_at_once) ? most_at_once : least_at_once;
    if (text.size() != size) {
      std::string other(size, '\0');
      text.swap(other);
    }
    used = co_await read_much(parser, text, intake, turn);
  }
  turn->give_back();
  co_await wait_for(*writing, *bell);
  Body body(std::exchange(writing->piece.file, -1));
  intake.has_no_room = writing->piece.has_failed || !body.is_file();
  if (body.is_file()) static_cast<void>(::lseek(body.descriptor(), 0, SEEK_SET));
  co_return body;
}

// Reads as much as is available and fits; returns 0 at the end of the body, or if it cannot be read.
template <class Stream>
Task<std::size_t> Serving<Stream>::read_much(Parser& parser, std::string& text, Intake& intake,
                                             const std::shared_ptr<Turn>& turn) {
  const auto executor = stream_.get_executor();
  boost::asio::steady_timer patience(executor);
  std::size_t used = 0;
  while (!parser.is_done() && (used == 0 || used + piece <= text.size())) {
    const bool is_much = at_hand() >= piece;
    if (is_much && !turn->is_mine(intake.seen)) co_await turn->take(executor, intake.seen);
    if (!is_much && used != 0) break;
    // A client that sends slowly gives its turn to the others.
    if (!is_much) {
      patience.expires_after(std::chrono::milliseconds(5));
      patience.async_wait([turn](const ErrorCode& error) {
        if (!error) turn->give_back();
      });
    }
    within(limits().idle);
    const std::size_t count = co_await read_piece(parser, text.data() + used, text.size() - used, intake);
    patience.cancel();
    if (count == 0) break;
    used += count;
  }
  co_return used;
}

// The number of bytes that can be read without waiting.
template <class Stream>
std::size_t Serving<Stream>::at_hand() {
  ErrorCode ignored;
  return socket().available(ignored);
}

template <class Stream>
Task<void> Serving<Stream>::wait_for(const Writing& writing, Bell& bell) {
  while (!writing.is_written) co_await bell.wait();
}

// The text goes to the scribe; an empty one takes its place.
template <class Stream>
void Serving<Stream>::write_on(const std::shared_ptr<Writing>& writing, const std::shared_ptr<Bell>& bell,
                               std::string& text, std::size_t used) {
  writing->piece.text.swap(text);
  writing->piece.size = used;
  writing->is_written = false;
  shared_.scribe->write(std::move(writing->piece), [writing, bell](Scribe::Piece piece) {
    // The piece is not used before it is written.
    writing->piece = std::move(piece);
    surely_post(bell->executor(), [writing, bell] {
      writing->is_written = true;
      bell->ring();
    });
  });
}

template Task<std::size_t> Serving<Plain>::read_piece(Parser&, char*, std::size_t, Intake&);
template Task<std::size_t> Serving<Encrypted>::read_piece(Parser&, char*, std::size_t, Intake&);
template Task<Body> Serving<Plain>::read_body(Parser&, const Head&, Intake&);
template Task<Body> Serving<Encrypted>::read_body(Parser&, const Head&, Intake&);

}  // namespace symkit::http
