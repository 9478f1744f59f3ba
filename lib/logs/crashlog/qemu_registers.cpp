// The registers of a guest that QEMU prints when it aborts ("qemu: fatal: …"), with -d cpu, or for "info
// registers":
//   RIP=0000000000401615 RFL=00000246 [---Z-P-] CPL=3 II=0 A20=1 SMM=0 HLT=0
//   EIP=08049136 EFL=00000246 [---Z-P-] CPL=3 II=0 A20=1 SMM=0 HLT=0
//    PC=0000000000400b54 X00=0000000000000000 X01=00000055007ff7a8
//   R12=00000000 R13=407ffda0 R14=0001019c R15=00010180
//    pc       0000000000010116
//   NIP 0000000010010238   LR 00000000100102a4 CTR 0000000000000000 XER 0000000000000000 CPU#0
//   PSW=mask 0000200180000000 addr 0000000001001180 cc    CC_OP_ADD_64
//   pc=0x000201d8 HI=0x00000000 LO=0x00000000 ds 00e2 00000000 0
//    PC=0000000000020200  FCSR0 0x00000000  fp_status 0x00
//   pc: 00000000002001b0  npc: 00000000002001b4
// The program counter is answered: link registers may be of any earlier call. Code that is not moved is
// at the addresses of its file.
#include <array>

#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"

namespace symkit::crashlog {
namespace {

// The text before and after the program counter, and its number of digits; nothing after it: it ends the
// line.
struct RegisterForm {
  std::string_view begins;
  std::string_view before;
  std::size_t digits;
  std::string_view behind;
};

constexpr std::array<RegisterForm, 15> register_forms = {{
    {"RIP=", "RIP=", 16, " RFL="},
    {"EIP=", "EIP=", 8, " EFL="},
    {"PC=", "PC=", 16, " X00="},
    {"R12=", " R15=", 8, {}},
    {"pc ", "pc ", 16, {}},
    {"pc ", "pc ", 8, {}},
    {"NIP ", "NIP ", 16, "   LR "},
    {"NIP ", "NIP ", 8, "   LR "},
    {"PSW=mask ", " addr ", 16, " cc "},
    {"PSW=mask ", " addr ", 16, {}},
    {"pc=0x", "pc=0x", 16, " HI=0x"},
    {"pc=0x", "pc=0x", 8, " HI=0x"},
    {"PC=", "PC=", 16, "  FCSR0 "},
    {"pc: ", "pc: ", 16, "  npc: "},
    {"pc: ", "pc: ", 8, "  npc: "},
}};

class QemuRegisters : public Format {
 public:
  Marks marks() const override {
    return {" RFL=", " EFL=", " X00=", " R15=", "NIP ", "PSW=mask ", " HI=0x", "FCSR0 ", "npc: "};
  }
  Marks headings() const override { return {"pc       "}; }

  Found read(std::string_view line, std::size_t start, Report& report, Frame& frame) override {
    for (const RegisterForm& form : register_forms)
      if (read_form(line, start, form, frame)) {
        frame.stands_alone = true;
        frame.address_of = AddressOf::Instruction;
        frame.unmoved_if_fixed = true;
        report.take_holder(frame);
        return Found::Frame;
      }
    return Found::Nothing;
  }

 private:
  static bool read_form(std::string_view line, std::size_t start, const RegisterForm& form, Frame& frame) {
    Scanner at(line, start);
    at.blanks();
    if (!at.rest().starts_with(form.begins)) return false;
    if (!at.until(form.before)) return false;
    at.literal(form.before);
    at.blanks();
    const std::size_t from = at.position();
    const auto address = at.hex();
    frame.address_text = at.since(from);
    if (!address || address->digits != form.digits) return false;
    const bool fits = form.behind.empty() ? trimmed(at.rest()).empty() : at.rest().starts_with(form.behind);
    if (!fits) return false;
    frame.shares_line = true;
    frame.replaced = {line.size(), line.size()};
    frame.runtime_address = usable(*address, frame);
    return true;
  }
};

}  // namespace

std::unique_ptr<Format> qemu_registers() { return std::make_unique<QemuRegisters>(); }

}  // namespace symkit::crashlog
