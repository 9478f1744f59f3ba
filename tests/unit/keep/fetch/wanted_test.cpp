// A question is a line, whatever a log calls its images.
#include "keep/fetch/wanted.h"

#include "doctest/doctest.h"

#include "keep/fetch/remote_files.h"

using namespace symkit;
using namespace symkit::fetch;

TEST_CASE("what is asked is what is read") {
  const Wanted pe = Wanted::of({.name = "My App.exe",
                                .id = *ImageId::parse("ffde7dac97b195934c4c44205044422e1"),
                                .debug_name = "app.pdb",
                                .code_id = "5f0000aa12000"});
  const auto read = Wanted::read(pe.question());
  REQUIRE(read);
  CHECK(read->id == pe.id);
  CHECK(read->name == "My App.exe");
  CHECK(read->debug_name == "app.pdb");
  CHECK(read->code_id == "5f0000aa12000");
  CHECK(read->source.empty());
  CHECK(read->key() == pe.key());
}

TEST_CASE("a source is another question than its image, and has the same key on both sides") {
  const ImageId id = *ImageId::parse("abcd");
  const Wanted source = Wanted::source_of(id, "/src/a\tb.c");
  const auto read = Wanted::read(source.question());
  REQUIRE(read);
  CHECK(read->source == "/src/a?b.c");
  CHECK(read->key() == source.key());
  CHECK(source.key() != Wanted{.id = id}.key());
  CHECK(source.key() != Wanted::source_of(id, "/src/c.c").key());
}

TEST_CASE("an image's own file is another question than its debug information") {
  const Wanted code = Wanted::code_of({.name = "cart", .id = *ImageId::parse("abcd")});
  const auto read = Wanted::read(code.question());
  REQUIRE(read);
  CHECK(read->is_code);
  CHECK(read->key() == code.key());
  CHECK(code.key() != Wanted{.id = code.id}.key());
  CHECK(first_round_of(code) == Round::Code);
  CHECK(places_of(ServerKind::Debuginfod, false, code, Round::Code)[0].path == "buildid/abcd/executable");
}

TEST_CASE("a name cannot become a second line, nor another field") {
  const Wanted nasty{.id = *ImageId::parse("abcd"), .name = "a\nwrong abcd\tb"};
  CHECK(!nasty.question().contains('\n'));
  CHECK(Wanted::read(nasty.question())->debug_name.empty());
  CHECK(!Wanted::read("nothing"));
  CHECK(!Wanted::read(""));
}
