#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::read_names;

TEST_CASE("Java and Kotlin: classes with their methods, in files with and without lines") {
  CHECK(read_names({"\tat com.example.Till.open(Till.kt:12)"}) ==
        "named com.example.Till.open at Till.kt:12");
  CHECK(read_names({"at a.b.c$d.<init>(SourceFile:3)"}) == "named a.b.c$d.<init> at SourceFile:3");
  CHECK(read_names({"  at a.b.c.d(Till.java)"}) == "named a.b.c.d at Till.java:0");
  CHECK(read_names({"  at a.b.c.d(Native Method)"}) == "named a.b.c.d");
  CHECK(read_names({"  at a.b.c.d(Unknown Source)"}) == "named a.b.c.d");
  CHECK(read_names({"  at a.b.c.d(a file)"}) == "nothing");
  CHECK(read_names({"  at a.b.c.d(Till.kt:12) ~[till.jar:1.0]"}) == "named a.b.c.d at Till.kt:12");
  CHECK(read_names({"  at java.base/java.lang.Thread.run(Thread.java:840)"}) ==
        "named java.lang.Thread.run at Thread.java:840");
  CHECK(read_names({"  at a.b.c(:com.google.android.gms@224516037@22.45.16 (190400-0):12)"}) ==
        "named a.b.c");
  CHECK(read_names({"look at a.b.c(Till.kt:12)"}) == "nothing");
}

TEST_CASE("Java: after the prefixes of logcat") {
  for (const char* before : {"E AndroidRuntime: ", "E/AndroidRuntime: \t", "E/AndroidRuntime( 123): \t",
                             "01-31 12:34:56.789  123  456 E AndroidRuntime: \t"}) {
    CAPTURE(before);
    CHECK(read_names({before + std::string("at a.b.C.d(C.java:1)")}) == "named a.b.C.d at C.java:1");
  }
}

TEST_CASE("Java: a frame is not part of a native stack") {
  // A place alone belongs to the native frame before it.
  CHECK(read_names({"   0: shop::take", "   at src/shop.rs:3"}) == "named at src/shop.rs:3");
  CHECK(read_names({"   at a.b.C.d(C.java:1)", "   at Shop.take(Int32 id)"}) == "nothing");
}
