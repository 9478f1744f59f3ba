// Erlang's crash dumps (erl_crash.dump), which say why the machine stopped and what it did then:
//   =erl_crash_dump:0.5
//   Slogan: Kernel pid terminated (application_controller) ({till,{badarg,[…
//   Current Process Program counter: 0x00007f1234567890 (till:price/2 + 56)
//   0x00007f1234561111:SReturn addr 0x34567AAA (till:serve/1 + 120)
// Only the process that a scheduler ran is read: the stacks of all others follow it. Read in
// erts/emulator/beam (erl_process_dump.c, break.c).
#include "ground/base/words.h"
#include "logs/crashlog/formats.h"
#include "logs/crashlog/text_parts.h"

namespace symkit::crashlog {
namespace {

// "Kernel pid terminated (application_controller) ({…", "eheap_alloc: Cannot allocate 12 bytes of memory (of
// type \"heap\")."
Cause slogan(std::string_view said) {
  const bool is_memory = said.contains("alloc: Cannot ") && said.contains(" bytes of memory");
  if (is_memory) return cause(Knows::Reason, "out of memory");
  return cause(Knows::Reason, say("Erlang: ", trimmed(said.substr(0, said.find_first_of("({")))));
}

std::optional<Cause> dumps_cause(std::string_view text) {
  if (text.front() == '=') {
    if (text.starts_with("=scheduler:")) return stack_follows(Role::Crashed, Series::FirstOfMany);
    if (!text.starts_with("=erl_crash_dump:")) return std::nullopt;
    Cause made = cause(Knows::Nothing, "Erlang crash dump");
    made.begins = true;
    return made;
  }
  if (!take_word(text, "Slogan: ") || text.empty()) return std::nullopt;
  return slogan(text);
}

class ErlangDump : public Format {
 public:
  ReadCause causes() const override { return dumps_cause; }

  Found read(std::string_view line, std::size_t start, Report& /*report*/, Frame& frame) override {
    std::string_view text = trimmed(line.substr(start));
    if (begins(text, "=")) is_running_ = text.starts_with("=scheduler:");
    if (!is_running_) return Found::Nothing;
    const bool is_return = text.starts_with("0x") && take_before(text, ":SReturn addr ");
    if (!is_return && !take_word(text, "Current Process Program counter: ")) return Found::Nothing;
    if (take_address(text).empty() || !take_word(text, " (")) return Found::Nothing;
    const auto name = take_before(text, " + ");
    if (!name || !name->contains(':') || !name->contains('/') || name->contains(' ')) return Found::Nothing;
    frame.said.function = *name;
    return Found::Named;
  }

 private:
  bool is_running_ = false;  // the section is of what a scheduler ran
};

}  // namespace

std::unique_ptr<Format> erlang_dump() { return std::make_unique<ErlangDump>(); }

}  // namespace symkit::crashlog
