// Reports of virtual machines and interpreters: what went wrong, and where.
#include "grouped.h"

using symkit::group::texts_in;
using Texts = std::vector<std::string>;

TEST_CASE("HotSpot's own errors") {
  const std::string head = "#\n# A fatal error has been detected by the Java Runtime Environment:\n#\n";
  const std::string frames =
      "#\n# JRE version: OpenJDK Runtime Environment (21.0.2+13)\n# Problematic frame:\n"
      "# V  [libjvm.so+0x1112]  TillThread::verify()+0x15\n#\n\n---------------  T H R E A D  -----------\n\n"
      "Native frames: (J=compiled Java code, j=interpreted, Vv=VM code, C=native code)\n"
      "V  [libjvm.so+0x1112]  TillThread::verify()+0x15  (tillThread.cpp:12)\n"
      "V  [libjvm.so+0x2222]  TillThread::pay(bool)+0x2\n";
  CHECK(texts_in(head +
                 "#  Internal Error (tillThread.cpp:12), pid=7, tid=8\n"
                 "#  guarantee(till->is_open()) failed: must be open, not 0x00007f2c3402a0d0\n" +
                 frames) == Texts{"assertion failed: till->is_open() in TillThread::verify"});
  CHECK(texts_in(head +
                 "#  Internal Error (tillThread.cpp:12), pid=7, tid=8\n#  Error: ShouldNotReachHere()\n" +
                 frames) == Texts{"Java VM internal error: ShouldNotReachHere() in TillThread::verify"});
  CHECK(texts_in(
            "# There is insufficient memory for the Java Runtime Environment to continue.\n"
            "# Native memory allocation (malloc) failed to allocate 64 bytes. Error detail: AllocateHeap\n"
            "#  Out of Memory Error (arena.cpp:81), pid=7, tid=8\n\nNative frames: (J=compiled Java code)\n"
            "V  [libjvm.so+0x1112]  Till::grow()+0x15\n") == Texts{"out of memory in Till::grow"});
}
