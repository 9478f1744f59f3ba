// A file that may be the image which a log speaks of, asked about single frames: is what the log says true of
// this file? A return address stands behind a call of it, code is where the log says there was some,
// functions are where the log has them.
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
    Nothing,  // the frame says nothing that could be held against the file
    Fits,     // it may be so, as in many another file
    For,      // few other files would have that there
    Against,
  };
  Word word = Word::Nothing;
  std::uint64_t address = 0;                 // in the file
  std::optional<std::uint64_t> loaded = {};  // by how much the process had moved the file, where that follows
  bool of_trampoline = false;                // the next frame is what a signal interrupted
  std::string_view why_not = {};             // Against
};

class Witness {
 public:
  // Null where the file holds no code of that processor, or of several.
  static std::unique_ptr<Witness> of_file(const std::string& path, Architecture architecture);

  const std::string& path() const { return file_->path(); }

  // `interrupted`: the frame is what a signal interrupted, whatever the log's kind says.
  Statement weigh(const FrameReference& frame, bool interrupted);
  // Whether a call ends at the address; nothing where the file cannot tell.
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
