// A frame of Android's backtraces as ndk-stack reads it, very loosely, and the library in the folder of
// symbols that it is in.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace symkit::dropin {

struct NdkFrame {
  std::string number;        // "#01"
  std::string address_text;  // as the line has it, without 0x
  std::uint64_t address = 0;
  std::string tail;                          // the line from the library on
  std::string library = {};                  // as the line names it: "/system/lib64/libc.so", "base.apk"
  std::string container = {};                // "base.apk" of "base.apk!libx.so"
  std::optional<std::uint64_t> offset = {};  // into that, "(offset 0x6e32000)"
  std::string build_id = {};                 // in hex, as the line has it
  bool is_sanitizers = false;

  static std::optional<NdkFrame> read(std::string_view line);
};

class NdkLibraries {
 public:
  explicit NdkLibraries(std::string folder) : folder_(std::move(folder)) {}

  // Its path, or that of its entry in an archive; empty where there is none, or one of another build, which
  // is said in `out`. Of a frame that names only an archive the library's name is put in its tail.
  std::string find(NdkFrame& frame, std::string& out) const;

 private:
  bool is_of(const NdkFrame& frame, const std::string& path, const std::string& shown,
             std::string& out) const;
  std::string in_archive(NdkFrame& frame, const std::string& archive, std::string& out) const;

  std::string folder_;
};

}  // namespace symkit::dropin
