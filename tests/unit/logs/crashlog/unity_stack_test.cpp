// The corners of Unity's stacks.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::read_line;
using symkit::test::read_log;

TEST_CASE("Unity") {
  constexpr std::string_view module =
      "C:\\Games\\Kiosk.exe:Kiosk.exe (00007FF6D0A00000), size: 675840 (result: 0), SymType: '-exported-', "
      "PDB: ''";
  constexpr std::string_view frame = "0x00007FF6D0A1B2C3 (Kiosk) (function-name not available)";
  CHECK(read_line(module) == "context");
  CHECK(read_log({module, frame}) == "at Kiosk.exe runtime 7ff6d0a1b2c3 load 7ff6d0a00000");
  CHECK(read_log({module, frame, frame}) == "returns to Kiosk.exe runtime 7ff6d0a1b2c3 load 7ff6d0a00000");
  CHECK(read_line(frame) == "at Kiosk runtime 7ff6d0a1b2c3");
  CHECK(read_line("0x799FFFBB (UnityPlayer) (function-name not available)") ==
        "at UnityPlayer runtime 799fffbb");
  for (const std::string_view line :
       {"0x00007FF6D0A1B2C3 (Kiosk) UnityMain", "0x0000013B6340B8CB (Mono JIT Code) UnityEngine.GUI:f ()",
        "0x7FF6D0A1B2C3 (Kiosk) (function-name not available)",
        "0x00007FF6D0A1B2C3 () (function-name not available)", "a:b (12), size: 12 (result: 0), SymType: '-'",
        "a:b (00007FF6D0A00000), size: x, SymType: '-'"}) {
    CAPTURE(line);
    CHECK(read_line(line) == "nothing");
  }
}

TEST_CASE("Unity: what stands between frames begins no stack") {
  constexpr std::string_view heading = "========== OUTPUTTING STACK TRACE ==================";
  constexpr std::string_view named = "0x00007FFCD14E4964 (d3d11) CreateDirect3D11SurfaceFromDXGISurface";
  constexpr std::string_view error =
      "  ERROR: SymGetSymFromAddr64, GetLastError: 'Attempt to access invalid address.' (Address: "
      "00007FF6D0A1B2C3)";
  constexpr std::string_view frame = "0x00007FF6D0A1B2C3 (Kiosk) (function-name not available)";
  CHECK(read_line(heading) == "context");
  CHECK(read_log({heading, error, frame}) == "at Kiosk runtime 7ff6d0a1b2c3");
  CHECK(read_log({heading, error, frame, error, frame}) == "returns to Kiosk runtime 7ff6d0a1b2c3");
  CHECK(read_log({"========== OUTPUTING STACK TRACE ==================", named, error, frame}) ==
        "returns to Kiosk runtime 7ff6d0a1b2c3");
}

TEST_CASE("Unity: the nearest exported name is none") {
  constexpr std::string_view exported =
      "C:\\Games\\UnityPlayer.dll:UnityPlayer.dll (00007FFC90000000), size: 16777216 (result: 0), SymType: "
      "'-exported-', PDB: ''";
  constexpr std::string_view known =
      "C:\\Games\\UnityPlayer.dll:UnityPlayer.dll (00007FFC90000000), size: 16777216 (result: 0), SymType: "
      "'PDB', "
      "PDB: 'x'";
  constexpr std::string_view frame = "0x00007FFC90FFD93A (UnityPlayer) UnityMain";
  CHECK(read_log({exported, frame}) == "at UnityPlayer.dll runtime 7ffc90ffd93a load 7ffc90000000");
  CHECK(read_log({known, frame}) == "nothing");
}

TEST_CASE("Unity on Linux") {
  CHECK(read_line("#1  0x007fa69e361980 in (Unknown)") == "#1 returns to - runtime 7fa69e361980");
  CHECK(read_line("#0  0x007fa69e361980 in funlockfile") ==
        "#0 returns to - runtime 7fa69e361980 funlockfile");
  CHECK(read_log({"7fa69e000000-7fa69f000000 r-xp 00000000 fe:00 12   /opt/kiosk/UnityPlayer.so",
                  "#1  0x007fa69e361980 in (Unknown)"}) ==
        "#1 returns to UnityPlayer.so runtime 7fa69e361980 load 7fa69e000000");
  CHECK(read_line("#1  0x007fa69e361980 in some words") == "nothing");
  CHECK(read_line("#0  0x007fa69e361980 in (Unknown)") == "#0 returns to - runtime 7fa69e361980");
}
