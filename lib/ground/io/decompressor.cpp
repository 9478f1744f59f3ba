#include "ground/io/decompressor.h"

#include <array>
#include <boost/iostreams/categories.hpp>
#include <boost/iostreams/filter/bzip2.hpp>
#include <boost/iostreams/filter/lzma.hpp>
#include <boost/iostreams/filter/zlib.hpp>
#include <exception>
#include <lzma.h>
#include <optional>
#include <string>
#include <utility>
#include <zstd.h>

#include "ground/base/words.h"

namespace symkit::io {
namespace {

namespace bio = boost::iostreams;

constexpr std::streamsize packed_buffer_size = 64 * 1024;

std::string broken(std::string_view kind) { return say("the ", kind, " data is damaged or truncated"); }

// The source of Boost's filters. It returns bytes once per round and then "none for now", so that what is
// already decompressed leaves the filter before more input is waited for or an error discards it.
class OneRead {
 public:
  using char_type = char;
  using category = bio::source_tag;

  explicit OneRead(ByteSource& source) : source_(source) {}

  std::streamsize read(char* out, std::streamsize size) {
    if (std::exchange(done_, true)) return 0;
    const Result<std::size_t> count = source_.read({out, static_cast<std::size_t>(size)});
    if (!count) error_ = count.error();
    return count && *count > 0 ? static_cast<std::streamsize>(*count) : -1;
  }

  const std::optional<Error>& error() const { return error_; }

 private:
  ByteSource& source_;
  bool done_ = false;
  std::optional<Error> error_;
};

// One Boost filter; -1 at the end of its stream. Its exceptions are caught here.
template <class Filter>
class FilterStream {
 public:
  template <class... Options>
  explicit FilterStream(std::string_view kind, const Options&... options)
      : kind_(kind), filter_(options..., packed_buffer_size) {}

  Result<std::streamsize> read(ByteSource& source, std::span<char> buffer) {
    while (true) {
      OneRead input(source);
      try {
        const std::streamsize count =
            filter_.read(input, buffer.data(), static_cast<std::streamsize>(buffer.size()));
        if (input.error()) return fail(*input.error());
        if (count != 0) return count;
      } catch (const std::exception&) {
        return fail(input.error().value_or(Error{broken(kind_)}));
      }
    }
  }

  // The bytes read beyond the end of the stream.
  std::string surplus() const { return filter_.unconsumed_input(); }

 private:
  struct Opened : Filter {
    using Filter::Filter;
    using Filter::unconsumed_input;
  };

  std::string_view kind_;
  Opened filter_;
};

// bzip2 and xz: Boost's filters continue through all members by themselves.
template <class Filter>
class WholeStream : public Decompressor {
 public:
  explicit WholeStream(std::string_view kind) : stream_(kind) {}

  Result<std::size_t> read(ByteSource& source, std::span<char> buffer) override {
    const Result<std::streamsize> count = stream_.read(source, buffer);
    if (!count) return fail(count.error());
    return *count < 0 ? 0 : static_cast<std::size_t>(*count);
  }

 private:
  FilterStream<Filter> stream_;
};

// gzip: zlib's filter, set to expect gzip's header and checksum, restarted for each member. (Boost's own
// gzip filter takes "none for now" between two members for a byte.)
class GzipStream : public Decompressor {
 public:
  Result<std::size_t> read(ByteSource& source, std::span<char> buffer) override {
    while (true) {
      if (!member_) {
        const Result<bool> more = another_member(source);
        if (!more || !*more) return more ? Result<std::size_t>(0) : fail(more.error());
        member_.emplace("gzip", with_gzip_header());
      }
      const Result<std::streamsize> count = member_->read(source, buffer);
      if (!count) return fail(count.error());
      if (*count > 0) return static_cast<std::size_t>(*count);
      source.put_back(member_->surplus());
      member_.reset();
    }
  }

 private:
  static bio::zlib_params with_gzip_header() {
    bio::zlib_params params;
    params.window_bits = 16 + 15;
    return params;
  }

  // Tapes and block devices pad with zeros, which are not a member.
  Result<bool> another_member(ByteSource& source) {
    char byte = 0;
    do {
      const Result<std::size_t> count = source.read({&byte, 1});
      if (!count) return fail(count.error());
      if (*count == 0) return false;
    } while (byte == 0);
    source.put_back({&byte, 1});
    return true;
  }

  std::optional<FilterStream<bio::zlib_decompressor>> member_;
};

// zstd with its own library: Boost's filter does not notice that a stream is cut off.
class ZstdStream : public Decompressor {
 public:
  Result<std::size_t> read(ByteSource& source, std::span<char> buffer) override {
    ZSTD_outBuffer out{buffer.data(), buffer.size(), 0};
    while (out.pos == 0) {
      if (in_.pos == in_.size && !flushing_) {
        const Result<std::size_t> count = source.read(packed_);
        if (!count) return fail(count.error());
        if (*count == 0) return in_frame_ ? Result<std::size_t>(fail(broken("zstd"))) : 0;
        in_ = {packed_.data(), *count, 0};
      }
      const std::size_t left = ZSTD_decompressStream(stream_.get(), &out, &in_);
      if (ZSTD_isError(left) != 0) return fail(broken("zstd"));
      in_frame_ = left != 0;
      flushing_ = in_frame_ && out.pos == out.size;  // it may hold back more than fitted
    }
    return out.pos;
  }

 private:
  struct Free {
    void operator()(ZSTD_DStream* stream) const { ZSTD_freeDStream(stream); }
  };

  std::unique_ptr<ZSTD_DStream, Free> stream_{ZSTD_createDStream()};
  std::array<char, packed_buffer_size> packed_;
  ZSTD_inBuffer in_{nullptr, 0, 0};
  bool in_frame_ = false;
  bool flushing_ = false;
};

// LZMA without a container, as used for kernels: Boost's filter supports only xz. Before decompressing
// anything the decoder allocates memory for the dictionary that the first bytes claim: up to 4 GB, of
// which kernels need 64 MB.
class LzmaStream : public Decompressor {
 public:
  LzmaStream() : begun_(lzma_alone_decoder(&stream_, most_memory) == LZMA_OK) {}
  LzmaStream(const LzmaStream&) = delete;
  LzmaStream& operator=(const LzmaStream&) = delete;
  ~LzmaStream() override { lzma_end(&stream_); }

  Result<std::size_t> read(ByteSource& source, std::span<char> buffer) override {
    if (!begun_) return fail(broken("lzma"));
    stream_.next_out = reinterpret_cast<std::uint8_t*>(buffer.data());
    stream_.avail_out = buffer.size();
    while (stream_.avail_out == buffer.size() && !ended_) {
      if (stream_.avail_in == 0) {
        const Result<std::size_t> count = source.read(packed_);
        if (!count) return fail(count.error());
        if (*count == 0) return fail(broken("lzma"));
        stream_.next_in = reinterpret_cast<const std::uint8_t*>(packed_.data());
        stream_.avail_in = *count;
      }
      const lzma_ret done = lzma_code(&stream_, LZMA_RUN);
      if (done == LZMA_MEMLIMIT_ERROR)
        return fail(say("the lzma data needs a dictionary of more than ", most_memory >> 20, " MB"));
      if (done != LZMA_OK && done != LZMA_STREAM_END) return fail(broken("lzma"));
      ended_ = done == LZMA_STREAM_END;
    }
    return buffer.size() - stream_.avail_out;
  }

 private:
  static constexpr std::uint64_t most_memory = std::uint64_t{512} << 20;

  lzma_stream stream_ = LZMA_STREAM_INIT;
  bool begun_;
  bool ended_ = false;
  std::array<char, packed_buffer_size> packed_;
};

}  // namespace

std::unique_ptr<Decompressor> make_decompressor(Compression compression) {
  switch (compression) {
    case Compression::Gzip: return std::make_unique<GzipStream>();
    case Compression::Zstd: return std::make_unique<ZstdStream>();
    case Compression::Xz: return std::make_unique<WholeStream<bio::lzma_decompressor>>("xz");
    case Compression::Bzip2: return std::make_unique<WholeStream<bio::bzip2_decompressor>>("bzip2");
    case Compression::Lzma: return std::make_unique<LzmaStream>();
    case Compression::None: break;
  }
  return nullptr;
}

}  // namespace symkit::io
