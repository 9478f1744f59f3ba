// Reads one of Apple's reports as symlookup does, once for its images and once more for its frames, and keeps
// what the frames say.
#pragma once

#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "logs/crashlog/reader.h"

namespace symkit::test::apple {

// What a frame says, in memory of its own.
struct Told {
  std::string image, path, id, symbol, replaced, address, problem;
  std::optional<std::uint32_t> number;
  std::optional<std::uint64_t> runtime, load;
  AddressOf address_of = AddressOf::Stack;
  bool readable = false;
};

// The frames of a log whose images may come last.
class Log {
 public:
  explicit Log(std::initializer_list<std::string> lines) {
    for (const std::string& line : lines) read(line + "\n", false);
    reader_.report().replay(true);
    for (const std::string& line : lines) read(line + "\n", true);
    problems_ = reader_.report().problems();
  }

  const auto& problems() const { return problems_; }
  std::vector<Told> frames;

 private:
  void read(const std::string& line, bool keep) {
    crashlog::Frame frame;
    const crashlog::Found found = reader_.read(line, frame);
    if (!keep) return;
    if (found == crashlog::Found::Frame) take(line, frame);
    if (found != crashlog::Found::Lines) return;
    const std::string lines = reader_.report().lines();
    for (std::size_t at = 0; at < lines.size();) {
      const std::size_t next = lines.find('\n', at) + 1;
      read(lines.substr(at, next - at), true);
      at = next;
    }
  }

  void take(const std::string& line, const crashlog::Frame& frame) {
    frames.push_back({std::string(frame.image.name), std::string(frame.image.path), frame.image.id.hex(),
                      std::string(frame.symbol),
                      line.substr(frame.replaced.begin, frame.replaced.end - frame.replaced.begin),
                      std::string(frame.address_text), std::string(frame.problem), frame.number,
                      frame.runtime_address, frame.load_address, frame.address_of, frame.readable});
  }

  crashlog::Reader reader_;
  std::map<std::string, std::size_t> problems_;
};

inline const std::string head = "Incident Identifier: 5A0C1B7E-2F6D-4C1A-9B0E-8D5E3A7F4C21";
inline const std::string uuid = "82d13d98219e3040b62a07a297007a7c";
inline const std::string image =
    "0x102230000 - 0x102237fff Shop arm64  <" + uuid + "> /private/var/Shop.app/Shop";

inline Log report(const std::string& frame, const std::string& listed = image) {
  return Log({head, "Thread 0 Crashed:", frame, "", "Binary Images:", listed, ""});
}

// What the report is at after these lines.
inline crashlog::Reader reader_after(std::initializer_list<std::string> lines) {
  crashlog::Reader reader;
  crashlog::Frame frame;
  for (const std::string& line : lines) reader.read(line + "\n", frame);
  return reader;
}

inline bool waits_after(std::initializer_list<std::string> lines) {
  return reader_after(lines).report().waits_for_images();
}

}  // namespace symkit::test::apple
