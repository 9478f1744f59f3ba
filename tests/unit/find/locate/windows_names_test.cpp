// What a log of Windows calls a module, and what the file is called.
#include "doctest/doctest.h"

#include "find/locate/candidates.h"

using symkit::locate::same_module;
using symkit::locate::same_name;

TEST_CASE("modules are known without regard to case, with and without the extension") {
  CHECK(same_name("ledger.dll", "ledger.dll"));
  CHECK(same_name("LEDGER.DLL", "ledger.dll"));
  CHECK(same_name("ledger", "Ledger.exe"));
  CHECK(same_name("my_ledger", "my-ledger.exe"));
  CHECK(same_name("ledger.dll", "ledger.pdb"));
  CHECK(same_name("Ledger.exe", "ledger.pdb"));
  CHECK(same_name("ledger", "ledger.pdb"));
}

TEST_CASE("another module is another one") {
  CHECK_FALSE(same_name("ledger.exe", "ledger.dll"));
  CHECK_FALSE(same_name("my_ledger.dll", "my-ledger.dll"));
  CHECK_FALSE(same_name("ledger2", "ledger.dll"));
  CHECK_FALSE(same_name("ledger.txt", "ledger.pdb"));
  CHECK_FALSE(same_name("", "ledger.dll"));
  CHECK_FALSE(same_module("LIBLEDGER.SO", "libledger.so"));
  CHECK_FALSE(same_module("dll", ".dll"));
}

TEST_CASE("Libraries that .NET names without their extension") {
  CHECK(same_name("libkiosk", "libkiosk.so"));
  CHECK(same_name("libkiosk", "libkiosk.dylib"));
  CHECK_FALSE(same_name("kiosk", "kiosk.so"));
  CHECK_FALSE(same_name("libkiosk", "libkiosk.so.1"));
  CHECK_FALSE(same_name("libkiosk.so", "libkiosk"));
}
