// A frame of Android's backtraces as leniently parsed by ndk-stack, and its library in the folder of
// symbols.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace symkit::dropin {

struct NdkFrame {
  std::string number;        // "#01"
  std::string address_text;  // as in the line, without 0x
  std::uint64_t address = 0;
  std::string tail;                          // the line from the library on
  std::string library = {};                  // as in the line: "/system/lib64/libc.so", "base.apk"
  std::string container = {};                // "base.apk" from "base.apk!libx.so"
  std::optional<std::uint64_t> offset = {};  // in that, "(offset 0x6e32000)"
  std::string build_id = {};                 // in hex, as in the line
  bool is_sanitizers = false;

  static std::optional<NdkFrame> read(std::string_view line);
};

class NdkLibraries {
 public:
  explicit NdkLibraries(std::string folder) : folder_(std::move(folder)) {}

  // The path of the library, or of its entry in an archive; empty if it is missing or of another build,
  // which is reported in `out`. If the frame names only an archive, the library's name is added to its
  // tail.
  std::string find(NdkFrame& frame, std::string& out) const;

 private:
  bool is_of(const NdkFrame& frame, const std::string& path, const std::string& shown,
             std::string& out) const;
  std::string in_archive(NdkFrame& frame, const std::string& archive, std::string& out) const;

  std::string folder_;
};

}  // namespace symkit::dropin
