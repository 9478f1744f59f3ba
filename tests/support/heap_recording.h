// Recordings of heaps put together in code, as the recorder writes them: for forms that no run gives.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "reports/heap/format.h"

namespace symkit::test {

namespace heap_format = heap::format;

class HeapRecording {
 public:
  HeapRecording() {
    std::memcpy(header_.magic, heap_format::magic, sizeof header_.magic);
    header_.version = heap_format::version;
    header_.pid = 7;
    header_.machine = 62;
    header_.ended = heap_format::Ended::ByExit;
    std::memcpy(header_.command, "./app\0--all", 12);
  }

  heap_format::Header& header() { return header_; }

  // Contents of the block that comes next.
  HeapRecording& allocate(std::uint64_t address, std::uint64_t size, std::uint64_t stack) {
    head(heap_format::EventKind::Allocate);
    return place(address).number(size).number(stack);
  }
  HeapRecording& free(std::uint64_t address) { return about(heap_format::EventKind::Free, address); }
  HeapRecording& moving(std::uint64_t address) { return about(heap_format::EventKind::Moving, address); }
  HeapRecording& unmoved(std::uint64_t address) { return about(heap_format::EventKind::Unmoved, address); }
  HeapRecording& moved(std::uint64_t address, std::uint64_t size, std::uint64_t stack, std::uint64_t from) {
    head(heap_format::EventKind::Moved);
    return place(address).number(size).number(stack).place(from);
  }
  HeapRecording& time(std::uint64_t nanoseconds) {
    contents_.push_back(static_cast<std::uint8_t>(heap_format::EventKind::Other));
    contents_.push_back(static_cast<std::uint8_t>(heap_format::OtherEvent::Time));
    return number(nanoseconds);
  }
  HeapRecording& stack(std::uint32_t number, const std::vector<std::uint64_t>& frames,
                       std::uint32_t believed = 1000) {
    const heap_format::StackRecord record = {
        .number = number,
        .count = static_cast<std::uint16_t>(frames.size()),
        .flags = 0,
        .generation = 1,
        .believed = std::min<std::uint32_t>(believed, static_cast<std::uint32_t>(frames.size()))};
    raw(&record, sizeof record);
    return raw(frames.data(), frames.size() * sizeof(std::uint64_t));
  }
  HeapRecording& image(std::uint64_t begin, std::uint64_t end, const std::string& path) {
    const heap_format::ImageRecord record = {.generation = 1,
                                             .id_size = 4,
                                             .path_size = static_cast<std::uint16_t>(path.size()),
                                             .begin = begin,
                                             .end = end,
                                             .slide = begin};
    raw(&record, sizeof record);
    raw("\1\2\3\4", 4).raw(path.data(), path.size());
    while (contents_.size() % 8 != 0) contents_.push_back(0);
    return *this;
  }
  // The next event has this number.
  HeapRecording& at(std::uint64_t sequence) {
    next_ = sequence;
    return *this;
  }

  HeapRecording& end_block(heap_format::BlockKind kind, std::uint32_t lane = 0,
                           heap_format::BlockState state = heap_format::BlockState::Closed) {
    heap_format::BlockHeader block = {};
    block.magic = heap_format::block_magic;
    block.kind = kind;
    block.size = heap_format::block_size;
    block.used = static_cast<std::uint32_t>(contents_.size());
    block.lane = lane;
    block.state = state;
    block.sequence = first_;
    block.checksum = state == heap_format::BlockState::Open
                         ? 0
                         : heap_format::checksum(contents_.data(), contents_.size());
    contents_.resize(heap_format::block_room);
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(&block);
    blocks_.insert(blocks_.end(), bytes, bytes + sizeof block);
    blocks_.insert(blocks_.end(), contents_.begin(), contents_.end());
    contents_.clear();
    has_events_ = false;
    address_ = 0;
    return *this;
  }
  HeapRecording& events(std::uint32_t lane = 0,
                        heap_format::BlockState state = heap_format::BlockState::Closed) {
    return end_block(heap_format::BlockKind::Events, lane, state);
  }

  std::vector<std::uint8_t> bytes() {
    header_.next_block = heap_format::header_size + blocks_.size();
    std::vector<std::uint8_t> all(heap_format::header_size);
    std::memcpy(all.data(), &header_, sizeof header_);
    all.insert(all.end(), blocks_.begin(), blocks_.end());
    return all;
  }

 private:
  void head(heap_format::EventKind kind) {
    if (!has_events_) {
      has_events_ = true;
      first_ = last_ = next_ - 1;
    }
    const std::uint64_t distance = next_ - last_ - 1;
    last_ = next_++;
    const auto low = static_cast<std::uint8_t>(kind);
    const std::uint64_t high = std::min<std::uint64_t>(distance, heap_format::distance_escape);
    contents_.push_back(static_cast<std::uint8_t>(high << heap_format::kind_bits | low));
    if (high == heap_format::distance_escape) number(distance - high);
  }
  HeapRecording& about(heap_format::EventKind kind, std::uint64_t address) {
    head(kind);
    return place(address);
  }
  HeapRecording& number(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) contents_.push_back(static_cast<std::uint8_t>(value | 0x80));
    contents_.push_back(static_cast<std::uint8_t>(value));
    return *this;
  }
  HeapRecording& place(std::uint64_t address) {
    const auto distance = static_cast<std::int64_t>(address >> 3) - static_cast<std::int64_t>(address_ >> 3);
    address_ = address;
    return number(static_cast<std::uint64_t>(distance) << 1 ^ static_cast<std::uint64_t>(distance >> 63));
  }
  HeapRecording& raw(const void* data, std::size_t size) {
    const auto* bytes = static_cast<const std::uint8_t*>(data);
    contents_.insert(contents_.end(), bytes, bytes + size);
    return *this;
  }

  heap_format::Header header_ = {};
  std::vector<std::uint8_t> blocks_;
  std::vector<std::uint8_t> contents_;
  std::uint64_t next_ = 1;
  std::uint64_t first_ = 0;
  std::uint64_t last_ = 0;
  std::uint64_t address_ = 0;
  bool has_events_ = false;
};

}  // namespace symkit::test
