// The way in which others keep symbols in such engines, as they have written about it: a key for every 10,000
// bytes of code, sym table, image and chunk, whose value is a text with all ranges of addresses in it, each
// with its function, file and line; an address is one GET and a binary search. For bench/rivals/store.
// usage: chunked_scheme put URL INDEX…            writes them; prints keys and bytes
//        chunked_scheme ask URL FRAMES AT_ONCE INDEX…   asks for random addresses, so many in one question
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <rapidjson/document.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ground/base/words.h"
#include "ground/io/blob.h"
#include "keep/index/native_index.h"
#include "keep/redis/engine.h"

using namespace symkit;

namespace {

constexpr std::uint64_t chunk_size = 10'000;
constexpr std::chrono::seconds expire = std::chrono::days(45);
constexpr std::size_t put_at_once = 512;

struct Image {
  io::SharedBlob blob;
  index::NativeIndex index;
};

Result<std::vector<Image>> open_images(std::span<const std::string> paths) {
  std::vector<Image> images;
  for (const std::string& path : paths) {
    auto blob = io::map_blob(path);
    if (!blob) return fail(blob.error());
    auto index = index::NativeIndex::open((*blob)->bytes());
    if (!index) return fail(path + " " + index.error().message);
    images.push_back({std::move(*blob), std::move(*index)});
  }
  return images;
}

std::string key_of(const index::NativeIndex& index, std::uint64_t chunk) {
  return say("dwarf", index.image_name(), index.id().hex(), chunk);
}

struct Unit {
  std::uint64_t low = 0, high = 0;
  index::NameId name = 0;
  index::Place place = {};

  bool goes_on(const Unit& next) const {
    return high == next.low && name == next.name && place.file == next.place.file &&
           place.line == next.place.line;
  }
};

// All ranges of an image in the order of their addresses; such as say the same are one.
template <class Take>
Result<void> each_unit(const index::NativeIndex& index, Take take) {
  std::optional<Unit> last;
  std::vector<index::NativeIndex::WholePiece> pieces;
  for (std::size_t block = 0; block < index.block_count(); ++block) {
    pieces.clear();
    if (!index.read_block(block, pieces)) return fail("is damaged");
    for (const auto& piece : pieces) {
      Unit unit{piece.begin, piece.end, piece.name};
      for (std::size_t row = 0; row < std::max<std::size_t>(1, piece.rows.size()); ++row) {
        if (row < piece.rows.size()) {
          unit.low = std::max(piece.begin, piece.rows[row].address);
          unit.place = piece.rows[row].atos_place;
          unit.high = row + 1 < piece.rows.size() ? piece.rows[row + 1].address : piece.end;
        }
        if (last && last->goes_on(unit)) {
          last->high = unit.high;
          continue;
        }
        if (last) take(*last);
        last = unit;
      }
    }
  }
  if (last) take(*last);
  return {};
}

class ChunkWriter {
 public:
  ChunkWriter(redis::Engine& engine, const index::NativeIndex& index) : engine_(engine), index_(index) {}

  Result<void> write() {
    Result<void> done;
    const auto read = each_unit(index_, [&](const Unit& unit) {
      for (std::uint64_t chunk = unit.low / chunk_size; done && chunk <= (unit.high - 1) / chunk_size;
           ++chunk) {
        if (chunk != chunk_) done = end_chunk();
        chunk_ = chunk;
        add(unit);
      }
    });
    if (!read) return read;
    if (done) done = end_chunk();
    return done ? send() : done;
  }

  std::size_t keys() const { return written_; }
  std::uint64_t bytes() const { return bytes_; }

 private:
  void add(const Unit& unit) {
    if (!is_open_) writer_.StartArray();
    is_open_ = true;
    writer_.StartObject();
    writer_.Key("low");
    writer_.Uint64(unit.low);
    writer_.Key("high");
    writer_.Uint64(unit.high);
    writer_.Key("name");
    index_.read_name(unit.name, text_);
    writer_.String(text_.data(), static_cast<rapidjson::SizeType>(text_.size()));
    writer_.Key("file");
    text_.clear();
    if (unit.place.file != 0) index_.read_path(unit.place.file, text_);
    writer_.String(text_.data(), static_cast<rapidjson::SizeType>(text_.size()));
    writer_.Key("line");
    writer_.Uint(unit.place.line);
    writer_.EndObject();
  }

  Result<void> end_chunk() {
    if (!is_open_) return {};
    writer_.EndArray();
    keys_.push_back(key_of(index_, chunk_));
    values_.emplace_back(buffer_.GetString(), buffer_.GetSize());
    bytes_ += buffer_.GetSize();
    ++written_;
    buffer_.Clear();
    writer_.Reset(buffer_);
    is_open_ = false;
    return keys_.size() < put_at_once ? Result<void>() : send();
  }

  Result<void> send() {
    std::vector<Bytes> pieces;
    for (const std::string& value : values_) pieces.push_back(as_bytes(value));
    std::vector<redis::Engine::Entry> entries;
    for (std::size_t i = 0; i < keys_.size(); ++i)
      entries.push_back({std::move(keys_[i]), std::span(pieces).subspan(i, 1)});
    const auto sent = entries.empty() ? Result<void>() : engine_.put(entries, expire);
    keys_.clear();
    values_.clear();
    return sent;
  }

  redis::Engine& engine_;
  const index::NativeIndex& index_;
  rapidjson::StringBuffer buffer_;
  rapidjson::Writer<rapidjson::StringBuffer> writer_{buffer_};
  std::uint64_t chunk_ = 0;
  bool is_open_ = false;
  std::vector<std::string> keys_;
  std::vector<std::string> values_;
  std::size_t written_ = 0;
  std::uint64_t bytes_ = 0;
  std::string text_;
};

Result<void> put(redis::Engine& engine, std::span<const std::string> paths) {
  const auto images = open_images(paths);
  if (!images) return fail(images.error());
  std::size_t keys = 0;
  std::uint64_t bytes = 0;
  for (const Image& image : *images) {
    ChunkWriter writer(engine, image.index);
    if (const auto written = writer.write(); !written) return written;
    keys += writer.keys();
    bytes += writer.bytes();
  }
  std::printf("%zu %ju\n", keys, static_cast<std::uintmax_t>(bytes));
  return {};
}

struct Question {
  std::string key;
  std::uint64_t offset = 0;
};

// Whether the value says something of the offset.
bool answers(Bytes value, std::uint64_t offset) {
  rapidjson::Document units;
  units.Parse(reinterpret_cast<const char*>(value.data()), value.size());
  if (units.HasParseError() || !units.IsArray()) return false;
  const auto behind = std::upper_bound(
      units.Begin(), units.End(), offset,
      [](std::uint64_t wanted, const rapidjson::Value& unit) { return wanted < unit["low"].GetUint64(); });
  return behind != units.Begin() && offset < std::prev(behind)->operator[]("high").GetUint64();
}

Result<void> ask(redis::Engine& engine, std::size_t frames, std::size_t at_once,
                 std::span<const std::string> paths) {
  const auto images = open_images(paths);
  if (!images) return fail(images.error());
  std::uint64_t random = 7;
  std::vector<Question> questions;
  for (std::size_t i = 0; i < frames; ++i) {
    random = random * 6'364'136'223'846'793'005U + 1'442'695'040'888'963'407U;
    const index::NativeIndex& index = (*images)[i % images->size()].index;
    const std::uint64_t first = index.block_start(0);
    const std::uint64_t offset = first + (random >> 16) % (index.end().value - first);
    questions.push_back({key_of(index, offset / chunk_size), offset});
  }
  std::size_t answered = 0;
  std::uint64_t bytes = 0;
  const auto begun = std::chrono::steady_clock::now();
  for (std::size_t at = 0; at < questions.size(); at += at_once) {
    const auto some = std::span(questions).subspan(at, std::min(at_once, questions.size() - at));
    std::vector<std::string> keys;
    for (const Question& question : some) keys.push_back(question.key);
    const auto values = engine.get(keys);
    for (std::size_t i = 0; i < some.size(); ++i) {
      if (!values[i]) return fail(values[i].error());
      if (*values[i] == nullptr) continue;
      bytes += (*values[i])->bytes().size();
      answered += answers((*values[i])->bytes(), some[i].offset) ? 1 : 0;
    }
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begun;
  std::printf("%zu %ju %.6f\n", answered, static_cast<std::uintmax_t>(bytes), took.count());
  return {};
}

Result<void> run(const std::vector<std::string>& words) {
  const bool puts = words.size() > 2 && words[0] == "put", asks = words.size() > 4 && words[0] == "ask";
  if (!puts && !asks)
    return fail("usage: chunked_scheme put URL INDEX... or ask URL FRAMES AT_ONCE INDEX...");
  const auto engine = redis::Engine::open(words[1]);
  if (!engine) return fail(engine.error());
  if (puts) return put(**engine, std::span(words).subspan(2));
  const auto number = [&](std::size_t at) { return std::strtoull(words[at].c_str(), nullptr, 10); };
  return ask(**engine, number(2), std::max<std::size_t>(1, number(3)), std::span(words).subspan(4));
}

}  // namespace

int main(int argc, char** argv) {
  const auto done = run({argv + 1, argv + argc});
  if (!done) std::fprintf(stderr, "chunked_scheme: %s\n", done.error().message.c_str());
  return done ? 0 : 1;
}
