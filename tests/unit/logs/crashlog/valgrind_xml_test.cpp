// The corners of valgrind's XML.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::kept_of;
using symkit::test::read_line;
using symkit::test::read_log;

TEST_CASE("valgrind's XML: a frame is answered in its last line") {
  CHECK(read_log({"  <stack>", "    <frame>", "      <ip>0x10914A</ip>", "      <obj>/opt/kiosk</obj>",
                  "    </frame>"}) == "at kiosk runtime 10914a");
  CHECK(read_log({"<stack>", "<frame>", "<ip>0x1</ip>", "<obj>/a</obj>", "</frame>", "<frame>",
                  "<ip>0x10914A</ip>", "<obj>/opt/kiosk</obj>", "<fn>total</fn>", "</frame>"}) ==
        "at kiosk runtime 10914a total");
  CHECK(read_log({"<frame>", "<ip>0x10914A</ip>", "</frame>"}) ==
        "at - runtime 10914a (code that is in no image file)");
  CHECK(read_log({"<frame>", "<ip>0x1ffffffffffffffff</ip>", "<obj>/opt/kiosk</obj>", "</frame>"}) ==
        "at kiosk (the log's address has more than 64 bits)");
  CHECK(read_log({"<frame>", "<ip>0x12</ip>", "<obj>/opt/a&amp;b &lt;c&gt;</obj>", "<fn>f&lt;int&gt;</fn>",
                  "</frame>"}) == "at a&b <c> runtime 12 f<int>");
}

TEST_CASE("valgrind's XML: what stays of a frame's last line") {
  std::string kept;
  read_log({"    <frame>", "      <ip>0x10914A</ip>", "      <obj>/opt/kiosk</obj>", "    </frame>"}, &kept);
  CHECK(kept == "    |</frame>");
}

TEST_CASE("valgrind's XML: frames that have their place, and what is none") {
  CHECK(read_log({"<frame>", "<ip>0x12</ip>", "<obj>/a</obj>", "<fn>f</fn>", "<dir>/src</dir>",
                  "<file>a.c</file>", "<line>7</line>", "</frame>"}) == "context");
  CHECK(read_line("<frame>") == "context");
  CHECK(read_line("</frame>") == "nothing");
  CHECK(read_line("<obj>/opt/kiosk</obj>") == "nothing");
  CHECK(read_line("<ip>0x12</ip>") == "nothing");
  CHECK(read_log({"<frame>", "</frame>"}) == "nothing");
  CHECK(read_log({"<frame>", "<obj>/a</obj>", "</frame>"}) == "nothing");
  CHECK(read_log({"<frame>", "<ip>0x12</ip>", "<ip>0x13</ip>"}) == "nothing");
  CHECK(read_log({"<frame>", "<ip>0x12</ip>", "<obj>/a</obj>", "<obj>/b</obj>"}) == "nothing");
  CHECK(read_log({"<frame>", "<ip>0x12"}) == "nothing");
  CHECK(read_log({"<frame>", "<ip>0x12</ip> x"}) == "nothing");
  CHECK(read_log({"<frame>", "<ip>12</ip>", "</frame>"}) == "nothing");
  CHECK(read_log({"<frame>", "<image>0x12</image>", "</frame>"}) == "nothing");
}
