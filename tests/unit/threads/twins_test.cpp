// Mappings and source maps remember what they were asked: each of eight threads has a twin, of one original
// that goes on answering.
#include "doctest/doctest.h"

#include "answers/retrace/line_rewriter.h"
#include "answers/retrace/mapping_index.h"
#include "answers/retrace/mapping_writer.h"
#include "answers/retrace/single_mapping.h"
#include "answers/retrace/text_mapping.h"
#include "answers/sourcemap/index_writer.h"
#include "answers/sourcemap/indexed_map.h"
#include "answers/sourcemap/load.h"
#include "ground/io/blob.h"
#include "support/java_mapping.h"
#include "unit/threads/many.h"

using namespace symkit;
using test::on_many_threads;

namespace {

const WarningSink ignore = [](const std::string&) {};

// Classes small and large: what is large is remembered.
std::string mapping_text() {
  std::string text = std::string(fuzz::java_mapping);
  for (int i = 0; i < 40; ++i) {
    const std::string number = std::to_string(i);
    text += "x.Class" + number + " -> c" + number + ":\n    int f" + number + " -> f\n";
    for (int method = 0; method < 3 + i * 10; ++method) {
      const std::string from = std::to_string(method * 3 + 1), to = std::to_string(method * 3 + 3);
      text += "    " + from + ":" + to + ":void run" + std::to_string(method) + "(int):" + from + ":" + to +
              " -> " + (method % 3 == 0 ? "b" : "a") + "\n";
    }
  }
  return text;
}

std::string java_log(std::size_t number) {
  std::string log;
  for (std::size_t i = 0; i < 40; ++i) {
    const std::string name = std::to_string((i + number * 5) % 40);
    log += "java.lang.IllegalStateException: c" + name + " is not there\n";
    for (int line = 1; line < 200; line += 17)
      log += "\tat c" + name + (line % 2 == 0 ? ".a" : ".b") + "(SourceFile:" + std::to_string(line) + ")\n";
    log += "\tat a.b.a(SourceFile:2)\n";
  }
  return log;
}

std::string rewritten(std::unique_ptr<retrace::Mapping> mapping, std::string_view log) {
  if (mapping == nullptr) return "no twin";
  retrace::SingleMapping source(std::move(mapping));
  retrace::LineRewriter rewriter({{true, false}, nullptr}, source);
  std::string out;
  while (!log.empty()) {
    const std::size_t end = log.find('\n') + 1;
    if (!rewriter.rewrite(log.substr(0, end), out)) return "trouble";
    log.remove_prefix(end);
  }
  return out;
}

// The original answers in one of the threads, while the others take their twins of it.
void share(retrace::Mapping& original) {
  std::vector<std::string> expected;
  for (std::size_t number = 0; number < test::threads_at_once; ++number)
    expected.push_back(rewritten(original.twin(), java_log(number)));
  CHECK(expected[0].contains("x.Class7.void run"));
  const auto told = on_many_threads([&](std::size_t number) {
    if (number == 0)
      for (int i = 0; i < 400; ++i)
        if (const auto found = original.find("c" + std::to_string(i % 40)))
          static_cast<void>(original.methods(found->number, "a"));
    return rewritten(original.twin(), java_log(number));
  });
  CHECK(told == expected);
}

const std::string maps = SYMKIT_TEST_DATA "/sourcemap/";

std::string position_told(const sourcemap::Map& map, sourcemap::Position position) {
  const auto segment = map.find(position);
  if (!segment || !segment->has_original()) return "nothing\n";
  std::vector<sourcemap::InlinedCall> calls;
  const sourcemap::FunctionName function = map.function_at(position, *segment, calls);
  return map.source_name(segment->source) + ":" + std::to_string(segment->original.line) + " " +
         function.full() + "\n";
}

std::string swept(const sourcemap::Map* map, std::size_t number) {
  if (map == nullptr) return "no twin";
  constexpr std::uint32_t lines = 4, columns = 1600;
  std::vector<std::string> answers(std::size_t{lines} * columns);
  for (std::size_t step = 0; step < answers.size(); step += 3) {
    const std::size_t at = (step + number * 333) % answers.size();
    answers[at] = position_told(
        *map, {static_cast<std::uint32_t>(at / columns), static_cast<std::uint32_t>(at % columns)});
  }
  std::string all;
  for (const std::string& answer : answers) all += answer;
  for (std::uint32_t source = 0; source < map->source_count(); ++source)
    all += std::to_string(map->content(source).value_or("").size()) + " ";
  return all;
}

void share(const sourcemap::Map& original) {
  std::vector<std::string> expected;
  for (std::size_t number = 0; number < test::threads_at_once; ++number)
    expected.push_back(swept(original.twin().get(), number));
  CHECK(expected[0].size() > 1000);
  const auto told = on_many_threads([&](std::size_t number) {
    return number == 0 ? swept(&original, number) : swept(original.twin().get(), number);
  });
  CHECK(told == expected);
}

}  // namespace

TEST_CASE("One mapping's text, and one index of it") {
  const std::string text = mapping_text();
  auto mapping = retrace::TextMapping::of_text(text, "mapping.txt", ignore, ignore);
  REQUIRE(mapping);
  share(**mapping);
  const auto bytes = retrace::write_mapping_index(**mapping, {});
  REQUIRE(bytes);
  const auto index = retrace::MappingIndex::open(io::blob_of(*bytes));
  REQUIRE(index);
  share(**index);
}

TEST_CASE("One source map's JSON with the script beside it, and one index of it") {
  for (const char* bundler : {"esbuild", "rollup", "webpack", "metro", "hermes"}) {
    CAPTURE(bundler);
    const auto loaded = sourcemap::load_json_map(maps + bundler + "/app.js.map");
    REQUIRE(loaded);
    const auto bytes =
        sourcemap::write_index(*loaded->map, {*ImageId::parse("0123456789abcdef"), 7, {}, true});
    REQUIRE(bytes);
    const auto index = sourcemap::IndexedMap::open(io::blob_of(*bytes), "x");
    REQUIRE(index);
    share(**index);
    // Anew: nobody has asked for the script yet.
    const auto fresh =
        sourcemap::load_json_map(maps + bundler + "/app.js.map", sourcemap::FunctionScan::AtOnce);
    REQUIRE(fresh);
    const auto told =
        on_many_threads([&](std::size_t number) { return swept(fresh->map->twin().get(), number % 2); });
    for (std::size_t number = 0; number < told.size(); ++number)
      CHECK(told[number] == swept(loaded->map.get(), number % 2));
    share(*loaded->map);
  }
}
