// Magics: makedumpfile's diskdump_mod.h and IMPLEMENTATION, QEMU's dump/win_dump.c. Which tool reads
// which: crash's diskdump.c and makedumpfile.c, drgn's program.c.
#include "stacks/dumps/kernel_dump.h"

#include <array>

namespace symkit::dumps {
namespace {

using namespace std::string_view_literals;

struct KernelDump {
  std::string_view magic, words;
};

constexpr std::array kernel_dumps = {
    KernelDump{"KDUMP   ", "is a dump of a kernel (kdump, compressed), which crash and drgn read"},
    KernelDump{"DISKDUMP", "is a dump of a kernel (diskdump), which crash reads"},
    KernelDump{"makedumpfile\0"sv,
               "is a dump of a kernel (flattened by makedumpfile), which crash and drgn read, best after "
               "makedumpfile -R"},
    KernelDump{"PAGEDU64", "is a dump of Windows' kernel, which WinDbg reads"},
    KernelDump{"PAGEDUMP", "is a dump of Windows' kernel, which WinDbg reads"},
};

}  // namespace

std::string_view kernel_dump_in_words(Bytes beginning) {
  for (const KernelDump& known : kernel_dumps)
    if (as_text(beginning).starts_with(known.magic)) return known.words;
  return {};
}

}  // namespace symkit::dumps
