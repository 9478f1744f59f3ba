#include "serve/http/connection.h"

#include <algorithm>
#include <array>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/read.hpp>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <type_traits>
#include <unistd.h>
#include <utility>

#include "ground/base/words.h"
#include "serve/http/bell.h"
#include "serve/http/request_head.h"
#include "serve/http/serving.h"
#include "serve/http/wire.h"

namespace symkit::http {
namespace {

namespace net = boost::asio;
namespace beast = boost::beast;
namespace wire = boost::beast::http;
using net::ip::tcp;

// No object with a destructor is created within a co_await expression: GCC 12 destroys some of them twice
// (its bugs 99576 and 100611). They are given names first.

Answer too_large(const Plan& plan) {
  return Answer::text(413, say("the body is longer than ", plan.most, " bytes"));
}

}  // namespace

void ask_whether_alive(tcp::socket& socket) {
  const auto set = [&](int level, int what, int value) {
    static_cast<void>(::setsockopt(socket.native_handle(), level, what, &value, sizeof value));
  };
  set(SOL_SOCKET, SO_KEEPALIVE, 1);
  set(IPPROTO_TCP, TCP_KEEPIDLE, 30);  // seconds
  set(IPPROTO_TCP, TCP_KEEPINTVL, 10);
  set(IPPROTO_TCP, TCP_KEEPCNT, 3);
}

template <class Stream>
Task<bool> Serving<Stream>::begin() {
  ErrorCode error;
  if constexpr (std::is_same_v<Stream, Encrypted>) {
    within(limits().handshake);
    co_await stream_.async_handshake(net::ssl::stream_base::server, into(error));
  }
  co_return !error;
}

// Signals to the client that nothing more follows.
template <class Stream>
Task<void> Serving<Stream>::end() {
  ErrorCode ignored;
  if constexpr (std::is_same_v<Stream, Encrypted>) {
    within(limits().handshake);
    if (!must_drain_) co_await stream_.async_shutdown(into(ignored));
  }
  static_cast<void>(socket().shutdown(tcp::socket::shutdown_send, ignored));
}

template <class Stream>
Task<bool> Serving<Stream>::serve_one() {
  ChunkCheck check;
  Parser parser;
  parser.on_chunk_header(check);
  parser.header_limit(longest_head);
  parser.body_limit(UINT64_MAX);  // each request has its own limit
  is_idle_ = true;
  if (buffer_.size() == 0 && buffer_.capacity() > least) {
    buffer_.shrink_to_fit();
    static_cast<void>(room_.hold(0));
  }
  within(limits().idle);
  ErrorCode error;
  const std::string_view raw = co_await read_head_bytes(parser, error);
  is_idle_ = false;
  served_ = {.client = client_};
  begun_ = std::chrono::steady_clock::now();
  Beginning beginning;
  beginning.refused = why_malformed(error);
  if (error && !beginning.refused) co_return false;
  if (!error) beginning = read_head(parser, raw);
  beginning.head.client = client_;
  buffer_.consume(raw.size());
  const bool goes_on =
      beginning.refused ? co_await refuse(*beginning.refused) : co_await answer_one(parser, beginning.head);
  tell(beginning.head);
  co_return goes_on;
}

// Returns the raw bytes of the head, which stay in the buffer until they are consumed: Beast's parsed
// head does not contain all of it.
template <class Stream>
Task<std::string_view> Serving<Stream>::read_head_bytes(Parser& parser, ErrorCode& error) {
  std::size_t used = 0;
  while (true) {
    if (buffer_.size() != used) used += parser.put(buffer_.data() + used, error);
    if (parser.is_header_done()) break;
    if (error && error != wire::error::need_more) break;
    if (used >= longest_head) error = wire::error::header_limit;
    if (used >= longest_head) break;
    const std::size_t count =
        co_await stream_.async_read_some(buffer_.prepare(beast::read_size(buffer_, piece)), into(error));
    if (error) break;
    buffer_.commit(count);
  }
  co_return std::string_view(static_cast<const char*>(buffer_.data().data()), used);
}

template <class Stream>
void Serving<Stream>::tell(const Head& head) {
  served_.took = std::chrono::steady_clock::now() - begun_;
  shared_.application.served(head, served_);
}

template <class Stream>
Task<bool> Serving<Stream>::answer_one(Parser& parser, const Head& head) {
  keeps_ = parser.keep_alive() && !shared_.stopping;
  Plan plan = shared_.application.plan(head);
  if (!plan.refused && head.length.value_or(0) > plan.most)
    plan.refused =
        Answer::text(413, say("the body has ", *head.length, " bytes; the limit is ", plan.most, " bytes"));
  if (plan.refused && head.has_body) co_return co_await refuse(*plan.refused);
  if (plan.refused) co_return co_await send(*plan.refused, head.method == "HEAD");
  co_await say_continue(parser);
  if (head.has_body) make_room(least);
  if (plan.intake == Plan::Intake::Streamed) co_return co_await converse(parser, head, plan);
  co_return co_await answer_whole(parser, head, plan);
}

// The rest of the request is not read, so the connection cannot be used any more.
template <class Stream>
Task<bool> Serving<Stream>::refuse(const Answer& answer) {
  keeps_ = false;
  must_drain_ = true;
  co_await send(answer, false);
  co_return false;
}

// The body was not read to its end: a client that is still connected gets the reason.
template <class Stream>
Task<bool> Serving<Stream>::give_up(const Intake& intake) {
  const std::optional<Answer> malformed = why_malformed(intake.why);
  if (malformed) co_await refuse(*malformed);
  co_return false;
}

// A client that asks whether to send the body waits for this.
template <class Stream>
Task<void> Serving<Stream>::say_continue(const Parser& parser) {
  const auto expects = parser.get()[wire::field::expect];
  if (!parser.is_done() && beast::iequals(expects, "100-continue"))
    co_await write("HTTP/1.1 100 Continue\r\n\r\n");
}

// A read takes only as much as the buffer has room for, which would be 512 bytes.
template <class Stream>
void Serving<Stream>::make_room(std::size_t wanted) {
  wanted = std::min(wanted, buffer_.max_size());
  if (wanted <= least || (wanted > buffer_.capacity() && room_.hold(wanted))) buffer_.reserve(wanted);
}

template <class Stream>
Task<bool> Serving<Stream>::answer_whole(Parser& parser, const Head& head, const Plan& plan) {
  Intake intake{.most = plan.most};
  Body body = co_await read_body(parser, head, intake);
  if (intake.too_large) {
    const Answer answer = too_large(plan);
    co_return co_await refuse(answer);
  }
  if (intake.failed) co_return co_await give_up(intake);
  if (intake.has_no_room) {
    const Answer answer = Answer::text(503, "no room for a body of this size; try again later");
    co_return co_await refuse(answer);
  }
  const auto bell = std::make_shared<Bell>(stream_.get_executor());
  const auto reply = std::make_shared<Reply>();
  auto promise = std::make_shared<Promise>(reply, bell);
  shared_.application.answer({head, std::move(body)}, [promise = std::move(promise)](Answer answer) {
    promise->keep(std::move(answer));
  });
  while (!reply->is_over) co_await bell->wait();
  if (!reply->answer) co_return false;
  co_return co_await send(*reply->answer, head.method == "HEAD");
}

// Writes the body into the pipe as it arrives.
template <class Stream>
Task<void> Serving<Stream>::feed(Parser& parser, Intake& intake, net::posix::stream_descriptor& pipe) {
  std::string text(piece, '\0');
  ErrorCode error;
  while (!error) {
    within(limits().conversation);
    const std::size_t count = co_await read_piece(parser, text.data(), text.size(), intake);
    if (count == 0) break;
    co_await net::async_write(pipe, net::buffer(text.data(), count), into(error));
  }
}

// Two coroutines: one reads the body, one sends the answer.
template <class Stream>
Task<bool> Serving<Stream>::converse(Parser& parser, const Head& head, const Plan& plan) {
  const auto bell = std::make_shared<Bell>(stream_.get_executor());
  const auto spool = std::make_shared<Spool>(
      shared_.settings.folder, [bell] { surely_post(bell->executor(), [bell] { bell->ring(); }); });
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    const Answer answer = Answer::text(503, "too many files are open; try again later");
    co_return co_await refuse(answer);
  }
  net::posix::stream_descriptor pipe(stream_.get_executor(), ends[1]);
  const auto refused = shared_.application.converse(head, ends[0], spool);
  if (refused) co_return co_await refuse(*refused);
  Intake intake{.most = plan.most};
  const auto is_fed = std::make_shared<bool>(false);
  net::co_spawn(
      stream_.get_executor(),
      [&, is_fed]() -> Task<void> {
        try {
          co_await feed(parser, intake, pipe);
        } catch (const std::exception&) {
          intake.failed = true;
        }
        ErrorCode ignored;
        static_cast<void>(pipe.close(ignored));
        *is_fed = true;
        bell->ring();
      },
      net::detached);
  bool sent = false;
  try {
    sent = co_await send_conversation(*spool, *bell, plan, intake);
  } catch (const std::exception&) {
    // feed() uses locals of this function, so it is waited for below.
    sent = false;
  }
  if (!sent) spool->abandon();
  // The answer is complete before all of the body was read: the rest is read only so that the client sees
  // the answer.
  if (!*is_fed) {
    must_drain_ = sent;
    bottom().cancel();
  }
  while (!*is_fed) co_await bell->wait();
  while (!spool->state().has_ended) co_await bell->wait();
  co_return sent&& keeps_&& parser.is_done() && !must_drain_;
}

// Returns false if the answer could not be sent to its end or is incomplete: the connection must then not
// look as if it were complete.
template <class Stream>
Task<bool> Serving<Stream>::send_conversation(Spool& spool, Bell& bell, const Plan& plan,
                                              const Intake& intake) {
  bool is_begun = false;
  while (true) {
    const Spool::State state = spool.state();
    if (!state.has_text && !state.has_ended) {
      co_await bell.wait();
      continue;
    }
    if (!is_begun && !state.has_text && state.failure) {
      const Answer answer = Answer::text(state.status, *state.failure);
      co_return co_await send(answer, false);
    }
    if (!is_begun && !state.has_text && intake.failed) co_return co_await give_up(intake);
    if (!is_begun && !state.has_text && intake.too_large) {
      const Answer answer = too_large(plan);
      co_return co_await refuse(answer);
    }
    if (!is_begun) {
      is_begun = true;
      served_.status = 200;
      const std::string begin = head_of(200, plan.type, plan.fields, {}, keeps_);
      if (!co_await write(begin)) co_return false;
    }
    if (!state.has_text) break;
    std::string text = spool.take(piece);
    if (!text.empty()) text = chunk(text);
    if (!co_await write(text)) co_return false;
  }
  // The answer is complete only if the whole log was received.
  if (spool.state().failure || intake.failed || intake.too_large) co_return false;
  served_.whole = co_await write(last_chunk);
  co_return served_.whole;
}

template <class Stream>
Task<bool> Serving<Stream>::send(const Answer& answer, bool head_only) {
  served_.status = answer.status;
  std::optional<std::uint64_t> length = answer.body.text().size();
  if (answer.body.is_file()) {
    const off_t size = ::lseek(answer.body.descriptor(), 0, SEEK_END);
    length = static_cast<std::uint64_t>(std::max<off_t>(size, 0));
  }
  const bool is_empty = answer.status == 204;
  std::string text = head_of(answer.status, is_empty ? "" : answer.type, answer.fields,
                             is_empty ? std::nullopt : length, keeps_, false);
  const bool has_body = !head_only && !is_empty;
  const std::string_view body = has_body ? std::string_view(answer.body.text()) : std::string_view();
  // A short body goes into one packet with the head; a long one is not copied.
  const bool is_short = body.size() <= least;
  if (is_short) text += body;
  bool sent = co_await write(text);
  if (sent && !is_short) sent = co_await write(body);
  if (sent && has_body && answer.body.is_file()) sent = co_await send_file(answer);
  served_.whole = sent;
  co_return sent&& keeps_;
}

template <class Stream>
Task<bool> Serving<Stream>::send_file(const Answer& answer) {
  std::string text(4 * piece, '\0');
  for (off_t at = 0;;) {
    const ssize_t count = ::pread(answer.body.descriptor(), text.data(), text.size(), at);
    if (count == 0) co_return true;
    if (count < 0) co_return false;
    const std::string_view some(text.data(), static_cast<std::size_t>(count));
    if (!co_await write(some)) co_return false;
    at += count;
  }
}

template <class Stream>
Task<bool> Serving<Stream>::write(std::string_view text) {
  ErrorCode error;
  within(limits().idle);
  const std::size_t sent =
      co_await net::async_write(stream_, net::buffer(text.data(), text.size()), into(error));
  served_.out += sent;
  co_return !error;
}

// Reads what a client still sends: closing the connection would lose the answer that it has not read yet.
template <class Stream>
Task<void> Serving<Stream>::drain() {
  constexpr std::size_t most = std::size_t{64} << 20;
  std::string text(least, '\0');
  ErrorCode error;
  for (std::size_t seen = 0; !error && seen < most && !shared_.stopping;) {
    within(std::chrono::seconds(2));
    seen += co_await stream_.async_read_some(net::buffer(text), into(error));
  }
}

namespace {

template <class Stream, class... How>
void begin(Shared& shared, tcp::socket socket, How&... how) {
  const auto executor = socket.get_executor();
  const auto connection = std::make_shared<Serving<Stream>>(shared, std::move(socket), how...);
  net::co_spawn(executor, [connection]() -> Task<void> { co_await connection->run(); }, net::detached);
}

}  // namespace

void serve(Shared& shared, tcp::socket socket) {
  if (shared.tls) return begin<Encrypted>(shared, std::move(socket), *shared.tls);
  begin<Plain>(shared, std::move(socket));
}

}  // namespace symkit::http
