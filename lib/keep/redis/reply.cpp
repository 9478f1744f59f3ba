#include "keep/redis/reply.h"

#include <algorithm>
#include <cstring>

#include "ground/base/whole_number.h"
#include "ground/base/words.h"

namespace symkit::redis {
namespace {

constexpr std::size_t longest_reply_line = std::size_t{64} << 10;
// The most memory allocated for a bulk string before any of it has arrived.
constexpr std::size_t bulk_at_once = std::size_t{1} << 20;

std::unexpected<Error> not_the_protocol() {
  return fail("does not speak Redis' protocol (if it requires TLS, use rediss://)");
}

}  // namespace

std::string_view Reply::words() const {
  return kind == Kind::Bulk ? as_text(bulk->bytes()) : std::string_view(text);
}

std::span<std::uint8_t> ReplyReader::room() {
  if (state_ != State::Bulk) return {};
  return {bulk_.get() + bulk_filled_, bulk_room_ - bulk_filled_};
}

void ReplyReader::filled(std::size_t size) {
  bulk_filled_ += size;
  if (bulk_filled_ == bulk_size_) {
    state_ = State::BehindBulk;
  } else if (bulk_filled_ == bulk_room_) {
    grow();
  }
}

void ReplyReader::grow() {
  const std::size_t room = std::min(bulk_size_, 2 * bulk_room_);
  auto larger = std::make_unique_for_overwrite<std::uint8_t[]>(room);
  std::memcpy(larger.get(), bulk_.get(), bulk_filled_);
  bulk_ = std::move(larger);
  bulk_room_ = room;
}

Result<std::size_t> ReplyReader::read(Bytes bytes) {
  std::size_t taken = 0;
  while (taken < bytes.size() && state_ != State::Whole) {
    const Bytes rest = bytes.subspan(taken);
    if (state_ == State::Bulk) {
      const std::span<std::uint8_t> into = room();
      const std::size_t size = std::min(into.size(), rest.size());
      std::memcpy(into.data(), rest.data(), size);
      filled(size);
      taken += size;
    } else if (state_ == State::BehindBulk) {
      const auto read = read_behind_bulk(rest);
      if (!read) return fail(read.error());
      taken += *read;
    } else {
      bool ended = false;
      taken += read_line(rest, ended);
      if (!std::string_view("+-:$*").contains(line_[0]) || line_.size() > longest_reply_line)
        return not_the_protocol();
      if (!ended) continue;
      if (const auto understood = take_line(); !understood) return fail(understood.error());
    }
  }
  return taken;
}

std::size_t ReplyReader::read_line(Bytes bytes, bool& ended) {
  const std::string_view text = as_text(bytes.first(std::min(bytes.size(), longest_reply_line + 1)));
  const std::size_t end = text.find('\n');
  ended = end != std::string_view::npos;
  const std::size_t size = ended ? end + 1 : text.size();
  line_.append(text.substr(0, size));
  return size;
}

Result<std::size_t> ReplyReader::read_behind_bulk(Bytes bytes) {
  // line_ holds the "\r" if it arrived alone.
  line_ += static_cast<char>(bytes[0]);
  if (!std::string_view("\r\n").starts_with(line_)) return not_the_protocol();
  if (line_.size() == 2) {
    line_.clear();
    state_ = State::Line;
    Reply reply;
    reply.kind = Reply::Kind::Bulk;
    reply.bulk = io::blob_of(std::move(bulk_), bulk_size_);
    deliver(std::move(reply));
  }
  return 1;
}

Result<void> ReplyReader::take_line() {
  if (line_.size() < 3 || !line_.ends_with("\r\n")) return not_the_protocol();
  const std::string line = std::exchange(line_, {});
  const std::string_view value = std::string_view(line).substr(1, line.size() - 3);
  bytes_ += line.size();
  if (bytes_ > limits_.bytes) return fail("sent a longer reply than requested");
  Reply reply;
  if (line[0] == '+' || line[0] == '-') {
    reply.kind = line[0] == '+' ? Reply::Kind::Text : Reply::Kind::Error;
    reply.text = value;
    deliver(std::move(reply));
    return {};
  }
  const auto number = whole_number<std::int64_t>(value);
  if (!number) return not_the_protocol();
  if (line[0] == '$') return begin_bulk(*number);
  if (line[0] == '*') return begin_list(*number);
  if (line[0] != ':') return not_the_protocol();
  reply.kind = Reply::Kind::Number;
  reply.number = *number;
  deliver(std::move(reply));
  return {};
}

Result<void> ReplyReader::begin_bulk(std::int64_t size) {
  if (size < -1) return not_the_protocol();
  if (size == -1) {
    deliver({});
    return {};
  }
  const auto bytes = static_cast<std::uint64_t>(size);
  if (bytes > limits_.bulk || bytes > limits_.bytes - bytes_)
    return fail(say("sent a value of ", bytes, " bytes, which is longer than requested"));
  bytes_ += bytes;
  bulk_size_ = static_cast<std::size_t>(bytes);
  bulk_room_ = std::min(bulk_size_, bulk_at_once);
  bulk_filled_ = 0;
  bulk_ = std::make_unique_for_overwrite<std::uint8_t[]>(bulk_room_);
  state_ = bulk_size_ == 0 ? State::BehindBulk : State::Bulk;
  return {};
}

Result<void> ReplyReader::begin_list(std::int64_t size) {
  if (size < -1) return not_the_protocol();
  if (size == -1) {
    deliver({});
    return {};
  }
  const auto elements = static_cast<std::uint64_t>(size);
  if (open_.size() >= limits_.nesting || elements > limits_.elements - elements_)
    return fail("sent a longer reply than requested");
  elements_ += static_cast<std::size_t>(elements);
  Reply list;
  list.kind = Reply::Kind::List;
  if (elements == 0) {
    deliver(std::move(list));
  } else {
    open_.push_back({std::move(list), static_cast<std::size_t>(elements)});
  }
  return {};
}

void ReplyReader::deliver(Reply reply) {
  while (!open_.empty()) {
    Open& innermost = open_.back();
    innermost.list.list.push_back(std::move(reply));
    if (--innermost.missing > 0) return;
    reply = std::move(innermost.list);
    open_.pop_back();
  }
  whole_ = std::move(reply);
  state_ = State::Whole;
}

void append_command(std::string& out, std::span<const std::string_view> words) {
  out += say('*', words.size(), "\r\n");
  for (const std::string_view word : words) out += say('$', word.size(), "\r\n", word, "\r\n");
}

}  // namespace symkit::redis
