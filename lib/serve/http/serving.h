// Serves a connection's requests one after the other, over a stream that may be encrypted. Defined in
// connection.cpp and reading.cpp.
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/socket_base.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "serve/http/bell.h"
#include "serve/http/connection.h"
#include "serve/http/wire.h"

namespace symkit::http {

using Plain = boost::beast::tcp_stream;
using Encrypted = boost::asio::ssl::stream<boost::beast::tcp_stream>;

inline constexpr std::size_t piece = 64 * 1024;
inline constexpr std::size_t most_at_once = 4 * piece;   // read before it is written
inline constexpr std::size_t least_at_once = piece / 4;  // if the memory budget has less room
inline constexpr std::size_t least = 4096;  // buffer size that every connection has, whatever the budget

// A body while it is received: where it goes, and how much of it has arrived.
struct Intake {
  std::uint64_t most = 0;
  std::uint64_t seen = 0;
  bool too_large = false;
  bool failed = false;  // nothing more will arrive
  ErrorCode why = {};
  bool has_no_room = false;  // it could not be written
};

// Finds out when a client's line is cut: probes it after half a minute of silence and drops it after
// another. (Data that was sent but not acknowledged has limits of its own.)
void ask_whether_alive(boost::asio::ip::tcp::socket& socket);

// An answer that a thread leaves for the waiting coroutine.
struct Reply {
  std::optional<Answer> answer = {};  // read when is_over is set
  bool is_over = false;
};

// Held by a thread that may still answer. The reply is over when the promise is destroyed, with or
// without an answer (there may be no memory for one).
class Promise {
 public:
  Promise(std::shared_ptr<Reply> reply, std::shared_ptr<Bell> bell)
      : reply_(std::move(reply)), bell_(std::move(bell)) {}
  Promise(const Promise&) = delete;
  Promise& operator=(const Promise&) = delete;
  ~Promise() {
    surely_post(bell_->executor(), [reply = reply_, bell = bell_] {
      reply->is_over = true;
      bell->ring();
    });
  }
  void keep(Answer answer) { reply_->answer = std::move(answer); }

 private:
  std::shared_ptr<Reply> reply_;
  std::shared_ptr<Bell> bell_;
};

// A piece of a body that is written to a file while the next one is read.
struct Writing {
  Scribe::Piece piece = {};
  bool is_written = true;
};

template <class Stream>
class Serving final : public Connection {
 public:
  // `how`: the context of an encrypted stream.
  template <class... How>
  Serving(Shared& shared, boost::asio::ip::tcp::socket socket, How&... how)
      : shared_(shared), stream_(std::move(socket), how...) {
    shared_.connections.insert(this);
    room_ = MemoryBudget::Share(shared.settings.memory);
  }
  ~Serving() override {
    shared_.connections.erase(this);
    if (shared_.connections.empty()) shared_.when_empty();
  }

  bool is_idle() const override { return is_idle_; }
  void close() override {
    ErrorCode ignored;
    static_cast<void>(socket().close(ignored));
  }

  Task<void> run() {
    ErrorCode ignored;
    static_cast<void>(socket().set_option(boost::asio::ip::tcp::no_delay(true), ignored));
    ask_whether_alive(socket());
    client_ = socket().remote_endpoint(ignored).address().to_string();
    bool goes_on = co_await begin();
    while (goes_on && !shared_.stopping) goes_on = co_await serve_one();
    co_await end();
    if (must_drain_) co_await drain();
  }

 private:
  const Limits& limits() const { return shared_.settings.limits; }
  // The TCP stream below any encryption.
  boost::beast::tcp_stream& bottom() { return boost::beast::get_lowest_layer(stream_); }
  boost::asio::ip::tcp::socket& socket() { return bottom().socket(); }
  void within(std::chrono::seconds time) { bottom().expires_after(time); }

  Task<bool> begin();
  Task<void> end();
  Task<bool> serve_one();
  Task<std::string_view> read_head_bytes(Parser& parser, ErrorCode& error);
  Task<bool> answer_one(Parser& parser, const Head& head);
  void tell(const Head& head);
  Task<bool> refuse(const Answer& answer);
  Task<bool> give_up(const Intake& intake);
  Task<bool> answer_whole(Parser& parser, const Head& head, const Plan& plan);
  Task<bool> converse(Parser& parser, const Head& head, const Plan& plan);
  Task<bool> send_conversation(Spool& spool, Bell& bell, const Plan& plan, const Intake& intake);
  Task<void> feed(Parser& parser, Intake& intake, boost::asio::posix::stream_descriptor& pipe);
  void make_room(std::size_t wanted);
  static bool grow(std::string& text, std::size_t used, const Head& head, MemoryBudget::Share& share);
  Task<std::size_t> read_piece(Parser& parser, char* into_here, std::size_t size, Intake& intake);
  Task<Body> read_body(Parser& parser, const Head& head, Intake& intake);
  Task<Body> read_into_file(Parser& parser, std::string& text, std::size_t used, Intake& intake,
                            MemoryBudget::Share& share);
  Task<std::size_t> read_much(Parser& parser, std::string& text, Intake& intake,
                              const std::shared_ptr<Turn>& turn);
  Task<void> wait_for(const Writing& writing, Bell& bell);
  void write_on(const std::shared_ptr<Writing>& writing, const std::shared_ptr<Bell>& bell, std::string& text,
                std::size_t used);
  std::size_t at_hand();
  Task<void> say_continue(const Parser& parser);
  Task<bool> send(const Answer& answer, bool head_only);
  Task<bool> send_file(const Answer& answer);
  Task<bool> write(std::string_view text);
  Task<void> drain();

  Shared& shared_;
  Stream stream_;
  boost::beast::flat_buffer buffer_{longest_head + piece};
  MemoryBudget::Share room_;  // of the buffer
  bool is_idle_ = true;
  bool keeps_ = true;        // the connection stays open after the current request
  bool must_drain_ = false;  // the client still sends: it must be read, or the answer is lost
  std::string client_;
  Served served_;  // the current request
  std::chrono::steady_clock::time_point begun_;
};

}  // namespace symkit::http
