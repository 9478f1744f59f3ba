// What reports of dumps have in common, whatever their form.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "ground/base/words.h"
#include "stacks/dumps/loaded_images.h"
#include "stacks/dumps/process.h"
#include "stacks/dumps/report.h"
#include "stacks/dumps/unwound.h"

namespace symkit::dumps {

// "00007f3a2c400000"
std::string padded_hex(std::uint64_t value, std::size_t digits);

class ReportWriter {
 public:
  ReportWriter(const Process& process, const LoadedImages& images, ReportStyle style)
      : process_(process), images_(images), style_(style) {}
  ReportWriter(const ReportWriter&) = delete;
  ReportWriter& operator=(const ReportWriter&) = delete;
  virtual ~ReportWriter() = default;

 protected:
  // `place`: of the instruction, also where it is a call.
  virtual void write_frame(std::size_t number, std::uint64_t place, const LoadedImage* image) = 0;

  template <class... Parts>
  void line(const Parts&... parts) {
    text_ += say(parts..., '\n');
  }
  void write_others_with(const ThreadStack& one);
  void write_frames(const ThreadStack& one);
  void write_what_is_missing();
  void write_annotations();
  // " (libtill.so has another build id)", why its files are not used; empty: they are.
  static std::string problem_of(const LoadedImage& image);

  std::size_t digits() const { return has_64_bit_addresses(process_.architecture) ? 16 : 8; }

  const Process& process_;
  const LoadedImages& images_;
  ReportStyle style_;
  std::string text_;

 private:
  void write_python(const python::Run& run);
};

}  // namespace symkit::dumps
