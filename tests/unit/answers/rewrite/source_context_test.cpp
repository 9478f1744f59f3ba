// Sources that lie nowhere here are asked for elsewhere, where somebody can be asked.
#include "answers/rewrite/source_context.h"

#include "doctest/doctest.h"

#include "ground/base/words.h"
#include "support/scratch.h"

using namespace symkit;

namespace {

const ImageId id = *ImageId::parse("abcdef01");

struct Asked {
  test::Scratch scratch;
  std::vector<std::string> questions{};

  rewrite::SourcePlaces places() {
    return {.lines = 1,
            .roots = {scratch / "sources"},
            .path_maps = {},
            .fetch = [this](const ImageId& image, std::string_view path) {
              questions.push_back(say(image.hex(), ' ', path));
              return path.ends_with("there.c") ? scratch / "cache/source##src##there.c" : std::string();
            }};
  }
};

std::string lines(rewrite::SourceContext& context, std::string_view file, const ImageId& image = id) {
  std::string out;
  const print::Frame frame{.function = "f", .file = file, .line = 2};
  context.append(out, {&frame, 1}, image);
  return out;
}

}  // namespace

TEST_CASE("what the disk does not have comes from elsewhere, asked for once") {
  Asked asked;
  asked.scratch.write("cache/source##src##there.c", "one\ntwo of the server\n");
  asked.scratch.write("sources/here.c", "one\ntwo of the disk\n");
  rewrite::SourceContext context(asked.places());
  CHECK(lines(context, "/src/here.c").contains("two of the disk"));
  CHECK(asked.questions.empty());
  for (int i = 0; i < 2; ++i) CHECK(lines(context, "/src/there.c").contains("two of the server"));
  for (int i = 0; i < 2; ++i) CHECK(lines(context, "/src/nowhere.c").empty());
  CHECK(asked.questions == std::vector<std::string>{"abcdef01 /src/there.c", "abcdef01 /src/nowhere.c"});
}

TEST_CASE("nobody is asked without an id, nor for a path that is not whole") {
  Asked asked;
  rewrite::SourceContext context(asked.places());
  CHECK(lines(context, "/src/there.c", {}).empty());
  CHECK(lines(context, "src/there.c").empty());
  CHECK(asked.questions.empty());
}

TEST_CASE("a file of one name is asked for of each image") {
  Asked asked;
  asked.scratch.write("cache/source##src##there.c", "one\ntwo\n");
  rewrite::SourceContext context(asked.places());
  CHECK(!lines(context, "/src/there.c").empty());
  CHECK(!lines(context, "/src/there.c", *ImageId::parse("abcdef02")).empty());
  CHECK(asked.questions.size() == 2);
}
