#include "keep/redis/conversation.h"

#include <algorithm>
#include <array>
#include <linux/sockios.h>
#include <poll.h>
#include <sys/ioctl.h>

#include "ground/base/words.h"
#include "keep/redis/patience.h"

namespace symkit::redis {
namespace {

// The most values requested before the first arrive; an engine keeps all replies in memory until they are
// read.
constexpr std::size_t values_under_way = 256;
// Room for what is received in addition to what is read directly into its place. A small size means less
// copying.
constexpr std::size_t room_beside = 4096;
constexpr std::uint64_t slowest_bytes_a_second = 64 << 10;

class Speaker {
 public:
  using Clock = std::chrono::steady_clock;

  Speaker(Talk& talk, std::chrono::milliseconds patience)
      : talk_(talk), patience_(patience), began_(Clock::now()), moved_at_(began_) {}

  bool is_done() const { return talk_.fault || answered_ == talk_.commands.size(); }
  int descriptor() const { return talk_.link->stream->descriptor(); }
  short events() const { return static_cast<short>(POLLIN | (wants_to_write() ? POLLOUT : 0)); }
  Clock::time_point patience_ends() const {
    const auto in_all = patience_ + std::chrono::milliseconds(bytes_ * 1000 / slowest_bytes_a_second);
    return std::min(moved_at_ + patience_, began_ + in_all);
  }

  // Sends and reads as much as possible without waiting.
  void go_on() {
    if (is_done()) return;
    if (wants_to_write()) write();
    if (!is_done()) read();
  }

  // Sent bytes may still be queued on this machine: as long as the queue shrinks, there is progress.
  void give_up_unless_draining() {
    const int queued = in_send_queue();
    if (queued < queued_) {
      queued_ = queued;
      moved(0);
    } else {
      talk_.fault = Error{say("no answer within ", patience_.count(), " ms")};
    }
  }

 private:
  bool wants_to_write() const {
    return talk_.link->stream->is_writing() || (sending_ < talk_.commands.size() && may_begin(sending_));
  }
  bool may_begin(std::size_t command) const {
    return sent_of_it_ > 0 || under_way_ == 0 ||
           under_way_ + talk_.commands[command]->weight <= values_under_way;
  }
  void write();
  void collect(std::vector<Bytes>& pieces) const;
  void count_as_sent(std::size_t size);
  void read();
  bool read_once();
  Result<void> understand(Bytes bytes);
  int in_send_queue() const {
    int bytes = 0;
    return ::ioctl(descriptor(), SIOCOUTQ, &bytes) == 0 ? bytes : 0;
  }
  void moved(std::size_t size) {
    bytes_ += size;
    moved_at_ = Clock::now();
  }

  Talk& talk_;
  std::chrono::milliseconds patience_;
  Clock::time_point began_, moved_at_;
  std::uint64_t bytes_ = 0;
  std::size_t sending_ = 0;  // the command being sent, and how much of it was sent
  std::size_t sent_of_it_ = 0;
  std::size_t under_way_ = 0;
  std::size_t answered_ = 0;
  int queued_ = 0;  // bytes queued by the system
  std::optional<ReplyReader> reader_;
};

std::size_t size_of(const Command& command) {
  std::size_t size = command.head.size() + command.tail.size();
  for (const Bytes piece : command.value) size += piece.size();
  return size;
}

// The parts of commands that may be sent now, at most as many pieces as a socket accepts at once.
void Speaker::collect(std::vector<Bytes>& pieces) const {
  std::size_t skip = sent_of_it_, under_way = under_way_;
  const auto add = [&](Bytes piece) {
    const std::size_t skipped = std::min(skip, piece.size());
    skip -= skipped;
    if (skipped < piece.size()) pieces.push_back(piece.subspan(skipped));
  };
  for (std::size_t at = sending_; at < talk_.commands.size() && pieces.size() < 64; ++at) {
    const Command& command = *talk_.commands[at];
    if (at > sending_ && under_way > 0 && under_way + command.weight > values_under_way) return;
    under_way += command.weight;
    add(as_bytes(command.head));
    for (const Bytes piece : command.value) add(piece);
    add(as_bytes(command.tail));
  }
}

void Speaker::count_as_sent(std::size_t size) {
  sent_of_it_ += size;
  while (sending_ < talk_.commands.size() && sent_of_it_ >= size_of(*talk_.commands[sending_])) {
    sent_of_it_ -= size_of(*talk_.commands[sending_]);
    under_way_ += talk_.commands[sending_]->weight;
    ++sending_;
  }
}

void Speaker::write() {
  std::vector<Bytes> pieces;
  while (wants_to_write()) {
    pieces.clear();
    if (sending_ < talk_.commands.size() && may_begin(sending_)) collect(pieces);
    const auto sent = talk_.link->stream->write(pieces);
    if (!sent) {
      // It may have given a reason before it closed the connection.
      while (!is_done() && read_once()) {
      }
      talk_.fault = sent.error();
      return;
    }
    if (*sent == 0) return;
    moved(*sent);
    queued_ = in_send_queue();
    count_as_sent(*sent);
  }
}

void Speaker::read() {
  if (!talk_.link->received.empty()) {
    const std::vector<std::uint8_t> received = std::exchange(talk_.link->received, {});
    if (const auto understood = understand(received); !understood) talk_.fault = understood.error();
  }
  while (!is_done() && read_once()) {
    // More values may be requested, now that some have arrived.
    if (wants_to_write()) write();
  }
}

// False: nothing was received.
bool Speaker::read_once() {
  std::array<std::uint8_t, room_beside> beside;
  const std::span<std::uint8_t> room = reader_ ? reader_->room() : std::span<std::uint8_t>();
  const auto got = talk_.link->stream->read(room, beside);
  if (!got) {
    talk_.fault = got.error();
    return false;
  }
  if (*got == 0) return false;
  moved(*got);
  const std::size_t in_room = room.empty() ? 0 : std::min(*got, room.size());
  if (in_room > 0) reader_->filled(in_room);
  if (const auto understood = understand(Bytes(beside).first(*got - in_room)); !understood)
    talk_.fault = understood.error();
  return true;
}

Result<void> Speaker::understand(Bytes bytes) {
  while (answered_ < talk_.commands.size()) {
    if (bytes.empty()) return {};
    Command& command = *talk_.commands[answered_];
    if (!reader_) reader_.emplace(command.limits);
    const auto taken = reader_->read(bytes);
    if (!taken) return fail(taken.error());
    bytes = bytes.subspan(*taken);
    if (!reader_->is_whole()) continue;
    command.answer = reader_->take();
    reader_.reset();
    // Answered before it was sent completely: its weight is counted when the rest has been sent.
    under_way_ -= std::min(under_way_, command.weight);
    ++answered_;
    // As long as it answers one command after the other it is not slow, however many there are.
    began_ = Clock::now();
    bytes_ = 0;
    if (answered_ > sending_) return fail("it sent a reply without a request");
  }
  talk_.link->received.assign(bytes.begin(), bytes.end());
  return {};
}

}  // namespace

void converse(std::span<Talk> talks, std::chrono::milliseconds patience) {
  std::vector<Speaker> speakers;
  speakers.reserve(talks.size());
  for (Talk& talk : talks) speakers.emplace_back(talk, patience);
  for (Speaker& speaker : speakers) speaker.go_on();
  std::vector<pollfd> waiting;
  std::vector<Speaker*> waited_for;
  for (;;) {
    waiting.clear();
    waited_for.clear();
    auto until = Speaker::Clock::time_point::max();
    for (Speaker& speaker : speakers) {
      if (speaker.is_done()) continue;
      waiting.push_back({speaker.descriptor(), speaker.events(), 0});
      waited_for.push_back(&speaker);
      until = std::min(until, speaker.patience_ends());
    }
    if (waiting.empty()) return;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Speaker::Clock::now());
    const bool happened = wait_for(waiting, Deadline(std::max(left, std::chrono::milliseconds(0))));
    for (std::size_t at = 0; at < waited_for.size(); ++at) {
      if (happened && waiting[at].revents != 0) waited_for[at]->go_on();
      if (!waited_for[at]->is_done() && Speaker::Clock::now() >= waited_for[at]->patience_ends())
        waited_for[at]->give_up_unless_draining();
    }
  }
}

}  // namespace symkit::redis
