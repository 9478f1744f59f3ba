// Tests whether a file may be the image in a log, frame by frame: is what the log says true of this file?
// There is a call before a return address, code where the log says there was some, and functions are
// where the log has them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "files/code/call_instruction.h"
#include "files/container/open.h"
#include "ground/base/frame_reference.h"

namespace symkit::locate {

struct Statement {
  enum class Word : std::uint8_t {
    Nothing,  // the frame says nothing that could be checked against the file
    Fits,     // possible, but it would fit many files
    For,      // few other files would fit
    Against,
  };
  Word word = Word::Nothing;
  std::uint64_t address = 0;                 // in the file
  std::optional<std::uint64_t> loaded = {};  // the process's load offset of the file, if it follows
  bool of_trampoline = false;                // the next frame was interrupted by a signal
  std::string_view why_not = {};             // Against
};

class Witness {
 public:
  // Null if the file has no code for that processor, or has several images for it.
  static std::unique_ptr<Witness> of_file(const std::string& path, Architecture architecture);

  const std::string& path() const { return file_->path(); }

  // `interrupted`: the frame was interrupted by a signal, whatever kind of address the log has.
  Statement weigh(const FrameReference& frame, bool interrupted);
  // Whether a call ends at the address; nothing if the file cannot tell.
  std::optional<bool> ends_call(std::uint64_t address) const;

 private:
  struct Function {
    std::string_view name;  // without its version
    std::uint64_t begin = 0;
    std::uint64_t size = 0;
  };

  Witness() = default;
  void take_code();
  const std::vector<Function>& functions();  // by address
  std::vector<Function> functions_named(std::string_view name);
  std::vector<Function> functions_near(std::uint64_t address);
  const code::Code* code_at(std::uint64_t address) const;
  Statement of_place(const FrameReference& frame, bool interrupted);
  Statement at(std::uint64_t address, const FrameReference& frame, bool interrupted);
  Statement of_return(std::uint64_t address, const code::Code& code, bool may_have_stepped_back);
  Statement by_symbol(const FrameReference& frame, bool interrupted);
  Statement with_name(Statement statement, const FrameReference& frame);
  bool is_trampoline(const code::Code& code, std::uint64_t address) const;
  bool may_begin_function(const code::Code& code, std::uint64_t address);

  std::unique_ptr<container::File> file_;
  const container::Image* image_ = nullptr;
  std::vector<code::Code> code_;
  std::optional<std::vector<Function>> functions_;
  std::vector<std::uint32_t> by_name_;
};

}  // namespace symkit::locate
