// NVIDIA's compute-sanitizer, and cuda-memcheck before it: what a kernel did, and who started it.
//   ========= Invalid __global__ write of size 4 bytes
//   =========     at till_take(int *)+0x70 in till.cu:12
//   =========         Device Frame: till_pay(int *)+0x130 in till.cu:40
//   =========         Host Frame: main in till.cu:52 [0x8a81] in kiosk
//   =========     Host Frame: [0x2f2ec1]                                     the image is in the next line
//   =========                in /usr/lib/x86_64-linux-gnu/libcuda.so.1
//   =========     Host Frame:/usr/lib/libcuda.so.1 (cuLaunchKernel + 0x2cd) [0x23c06d]
// Numbers of the host count from the beginning of the image, and are return addresses; Windows' may be those
// of the process.
#include <algorithm>
#include <string>

#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"
#include "logs/crashlog/text_parts.h"

namespace symkit::crashlog {
namespace {

constexpr std::string_view cuda_line = "========= ";
constexpr std::string_view cuda_host = "Host Frame:", cuda_device = "Device Frame:", cuda_at = "    at ";
constexpr std::string_view cuda_image = "               in ";  // the rest of such a line

// "Invalid __global__ write of size 4 bytes", "Program hit cudaErrorLaunchFailure (error 719) due to …"
std::optional<Cause> cudas_error(std::string_view text) {
  if (!take_word(text, cuda_line)) return std::nullopt;
  if (take_word(text, "Program hit ")) {
    Cause made = cause(Knows::Error, text.substr(0, text.find(' ')));
    made.continues = true;  // mostly what follows from the one before
    return made;
  }
  const std::string_view size = " of size ";
  const bool is_access = text.starts_with("Invalid __") || text.starts_with("Uninitialized __");
  const std::size_t end = text.find(size);
  if (!is_access || end == std::string_view::npos) return std::nullopt;
  Cause made = cause(Knows::Error, text.substr(0, end));
  made.begins = made.from_outside = true;
  return made;
}

class CudaSanitizer : public Format {
 public:
  ReadCause causes() const override { return cudas_error; }
  Marks marks() const override { return {cuda_host, cuda_device}; }
  Marks headings() const override { return {"=========     at ", "=========                in "}; }

  Found read(std::string_view line, std::size_t start, Report& /*report*/, Frame& frame) override {
    std::string_view text = line.substr(start);
    if (!take_word(text, cuda_line)) return Found::Nothing;
    // The same line may be read several times.
    if (begins(text, cuda_image)) {
      if (held_.empty() || !take_host(held_, text.substr(cuda_image.size()), line, frame))
        return Found::Nothing;
      return Found::Frame;
    }
    held_.clear();
    if (take_word(text, cuda_at)) return read_device(text, frame);
    text = trimmed(text);
    if (take_word(text, cuda_device)) return read_device(trimmed(text), frame);
    return take_word(text, cuda_host) ? read_host(line, trimmed(text), frame) : Found::Nothing;
  }

 private:
  // "till_take(int *)+0x70 in till.cu:12", "0x3b0 in /src/till.cu:44:till_take(int *)"
  static Found read_device(std::string_view text, Frame& frame) {
    if (text.starts_with("0x")) {
      if (take_address(text).empty() || !take_word(text, " in ")) return Found::Nothing;
      const std::size_t open = text.find('(');
      const std::size_t colon = text.substr(0, open).find(':', text.find(':') + 1);
      const std::string_view place = text.substr(0, colon);
      if (colon != std::string_view::npos && read_place(place, frame.said)) text = text.substr(colon + 1);
      frame.said.function = trimmed(text);
      return Found::Named;
    }
    if (const std::size_t in = text.rfind(" in "); in != std::string_view::npos) {
      read_place(text.substr(in + 4), frame.said);
      text = text.substr(0, in);
    }
    if (!text.contains("+0x")) return Found::Nothing;
    frame.said.function = without_offset(text);
    return Found::Named;
  }

  // "main in till.cu:52 [0x8a81] in kiosk"; "main [0x8a81]", whose image follows; "/libx.so (f + 0x2cd)
  // [0x12]"
  Found read_host(std::string_view line, std::string_view text, Frame& frame) {
    const std::size_t bracket = text.rfind('[');
    if (bracket == std::string_view::npos) return Found::Nothing;
    const std::size_t close = text.find(']', bracket);
    if (close == std::string_view::npos) return Found::Nothing;
    std::string_view image = text.substr(close + 1);
    std::string_view said = text.substr(0, close + 1);
    if (!take_word(image, " in ") && text.starts_with('/')) {
      const std::size_t end = text.find(" (");
      image = trimmed(text.substr(0, std::min(end, bracket)));
      said = text.substr(std::min(image.size(), text.size()));
    }
    if (!image.empty()) return take_host(said, image, line, frame) ? Found::Frame : Found::Nothing;
    held_ = text;
    return Found::Context;
  }

  // "main in till.cu:52 [0x8a81]"
  static bool take_host(std::string_view said, std::string_view image, std::string_view line, Frame& frame) {
    const std::size_t bracket = said.rfind('[');
    if (bracket == std::string_view::npos) return false;
    Scanner at(said, bracket + 1);
    const auto offset = prefixed_address(at, frame);
    if (!offset || !at.literal(']')) return false;
    std::string_view name = trimmed(said.substr(0, bracket));
    if (name.starts_with('(') && name.ends_with(')')) name = name.substr(1, name.size() - 2);
    if (const std::size_t in = name.rfind(" in "); in != std::string_view::npos)
      if (read_place(name.substr(in + 4), frame.said)) name = name.substr(0, in);
    frame.said.function = without_offset(name);
    take_mapped_path(trimmed(image), frame);
    constexpr std::uint64_t beyond_images = std::uint64_t{1} << 40;
    (offset->value < beyond_images ? frame.image_offset : frame.runtime_address) = usable(*offset, frame);
    frame.address_of = AddressOf::Return;
    frame.stands_alone = true;
    frame.replaced = {line.size(), line.size()};
    return true;
  }

  std::string held_;  // a host frame without its image
};

}  // namespace

std::unique_ptr<Format> cuda_sanitizer() { return std::make_unique<CudaSanitizer>(); }

}  // namespace symkit::crashlog
