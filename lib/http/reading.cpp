// The body of a request, from its connection into memory or a file.
#include <boost/asio/post.hpp>
#include <boost/beast/http/read.hpp>
#include <chrono>
#include <memory>
#include <unistd.h>
#include <utility>

#include "http/bell.h"
#include "http/request_head.h"
#include "http/serving.h"

namespace symkit::http {

// Here, too, nothing that has to be destroyed is made within a co_await (connection.cpp).

// Some of the body; 0 at its end, and where it cannot be read.
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
  const bool is_small = head.length && *head.length <= limits().in_memory;
  std::string text(is_small ? static_cast<std::size_t>(*head.length) : piece, '\0');
  std::size_t used = 0;
  const bool is_large = head.length.value_or(0) > limits().in_memory;
  while (!parser.is_done() && !is_large) {
    within(limits().idle);
    // Behind the last byte there may be the end of the last chunk.
    if (used == text.size()) text.resize(used + piece);
    const std::size_t count = co_await read_piece(parser, text.data() + used, text.size() - used, intake);
    if (count == 0) break;
    used += count;
    if (used > limits().in_memory) break;
  }
  if (is_large || used > limits().in_memory) {
    Body body = co_await read_into_file(parser, text, used, intake);
    co_return body;
  }
  text.resize(used);
  co_return Body(std::move(text));
}

// The rest of it: while some is written more is read. Clients that send faster than that take turns.
template <class Stream>
Task<Body> Serving<Stream>::read_into_file(Parser& parser, std::string& text, std::size_t used,
                                           Intake& intake) {
  const auto executor = stream_.get_executor();
  const auto writing = std::make_shared<Writing>();
  const auto bell = std::make_shared<Bell>(executor);
  const auto turn = std::make_shared<Turn>(shared_.turns);
  if (used == 0) {
    text.resize(most_at_once);
    used = co_await read_much(parser, text, intake, turn);
  }
  while (used != 0) {
    co_await wait_for(*writing, *bell);
    if (writing->piece.has_failed) break;
    write_on(writing, bell, text, used);
    if (text.size() < most_at_once) text.resize(most_at_once);
    used = co_await read_much(parser, text, intake, turn);
  }
  turn->give_back();
  co_await wait_for(*writing, *bell);
  Body body(std::exchange(writing->piece.file, -1));
  intake.has_no_room = writing->piece.has_failed || !body.is_file();
  if (body.is_file()) static_cast<void>(::lseek(body.descriptor(), 0, SEEK_SET));
  co_return body;
}

// As much as is at hand, and there is room for; 0 at its end, and where it cannot be read.
template <class Stream>
Task<std::size_t> Serving<Stream>::read_much(Parser& parser, std::string& text, Intake& intake,
                                             const std::shared_ptr<Turn>& turn) {
  const auto executor = stream_.get_executor();
  boost::asio::steady_timer patience(executor);
  std::size_t used = 0;
  while (!parser.is_done() && used + piece <= text.size()) {
    const bool is_much = at_hand() >= piece;
    if (is_much && !turn->is_mine(intake.seen)) co_await turn->take(executor, intake.seen);
    if (!is_much && used != 0) break;
    // Whoever sends slowly keeps nobody waiting.
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

// Bytes that can be read without waiting.
template <class Stream>
std::size_t Serving<Stream>::at_hand() {
  ErrorCode ignored;
  return socket().available(ignored);
}

template <class Stream>
Task<void> Serving<Stream>::wait_for(const Writing& writing, Bell& bell) {
  while (!writing.is_written) co_await bell.wait();
}

// The text goes to the scribe, and another to write into comes back.
template <class Stream>
void Serving<Stream>::write_on(const std::shared_ptr<Writing>& writing, const std::shared_ptr<Bell>& bell,
                               std::string& text, std::size_t used) {
  writing->piece.text.swap(text);
  writing->piece.size = used;
  writing->is_written = false;
  shared_.scribe->write(std::move(writing->piece), [writing, bell](Scribe::Piece piece) {
    const auto written = std::make_shared<Scribe::Piece>(std::move(piece));
    boost::asio::post(bell->executor(), [writing, bell, written] {
      writing->piece = std::move(*written);
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
