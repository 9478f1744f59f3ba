// Compressed data made on the spot for the tests of the input.
#pragma once

#include <boost/iostreams/copy.hpp>
#include <boost/iostreams/device/array.hpp>
#include <boost/iostreams/device/back_inserter.hpp>
#include <boost/iostreams/filter/bzip2.hpp>
#include <boost/iostreams/filter/gzip.hpp>
#include <boost/iostreams/filter/lzma.hpp>
#include <boost/iostreams/filtering_stream.hpp>
#include <string>
#include <string_view>
#include <vector>
#include <zstd.h>

namespace symkit::test {

template <class Compressor>
std::string packed(std::string_view text) {
  std::string out;
  {
    boost::iostreams::filtering_ostream stream;
    stream.push(Compressor());
    stream.push(boost::iostreams::back_inserter(out));
    stream.write(text.data(), static_cast<std::streamsize>(text.size()));
  }
  return out;
}

inline std::string gzip(std::string_view text) { return packed<boost::iostreams::gzip_compressor>(text); }
inline std::string xz(std::string_view text) { return packed<boost::iostreams::lzma_compressor>(text); }
inline std::string bzip2(std::string_view text) { return packed<boost::iostreams::bzip2_compressor>(text); }

inline std::string zstd(std::string_view text) {
  std::string out(ZSTD_compressBound(text.size()), '\0');
  out.resize(ZSTD_compress(out.data(), out.size(), text.data(), text.size(), 3));
  return out;
}

struct Packer {
  const char* name;
  std::string (*pack)(std::string_view);
};

inline const std::vector<Packer>& packers() {
  static const std::vector<Packer> all = {{"gzip", gzip}, {"zstd", zstd}, {"xz", xz}, {"bzip2", bzip2}};
  return all;
}

}  // namespace symkit::test
