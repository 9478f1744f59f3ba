#include "syminfo/options.h"

#include <memory>

#include "answers/retrace/mapping_writer.h"
#include "common/architecture_option.h"
#include "common/path_map.h"
#include "common/progress_option.h"
#include "common/unpack_option.h"

namespace symkit::syminfo {
namespace {

struct Asked {
  bool ids = false;
  bool functions = false;
  bool verify = false;
  bool match = false;
  std::optional<std::string> find;
  std::optional<std::string> log;
};

// The question among the options; several exclude each other.
Result<Question> question_of(const Asked& asked) {
  Question question = Question::Contents;
  const char* first = nullptr;
  const auto choose = [&](bool wanted, const char* option, Question meant) -> Result<void> {
    if (!wanted) return {};
    if (first != nullptr) return fail(std::string(first) + " and " + option + " cannot be used together");
    first = option;
    question = meant;
    return {};
  };
  for (const auto& chosen :
       {choose(asked.ids, "--uuid", Question::Ids),
        choose(asked.functions, "--functions", Question::Functions),
        choose(asked.verify, "--verify", Question::Verify), choose(asked.match, "--match", Question::Match),
        choose(asked.find.has_value(), "--find", Question::Find),
        choose(asked.log.has_value(), "--log", Question::Log)})
    if (!chosen) return fail(chosen.error());
  return question;
}

// Breakpad's ids have an age after the 32 digits; R8's map ids may have 7.
std::optional<ImageId> read_id(const std::string& text) {
  constexpr std::size_t breakpad_digits = 32;
  constexpr std::size_t r8_digits = 7;
  if (text.size() == breakpad_digits + 1 && !text.contains('-'))
    return ImageId::parse(text.substr(0, breakpad_digits));
  if (text.size() == r8_digits && ImageId::parse(text + "0")) return retrace::id_of_map_id(text);
  return ImageId::parse(text);
}

Result<void> check(const Asked& asked, Options& options) {
  const auto question = question_of(asked);
  if (!question) return fail(question.error());
  options.question = *question;
  if (options.source != Source::All && options.question != Question::Functions)
    return fail("--source needs --functions");
  if (options.mangled_names && options.question != Question::Functions)
    return fail("--no-demangle needs --functions");
  const bool may_search = options.question == Question::Find || options.question == Question::Log;
  if (!options.stores.empty() && !may_search)
    return fail("--store needs --find or --log; to list a store, give it as a folder");
  if ((options.local || options.no_local) && options.question != Question::Log)
    return fail("--local and --no-local need --log");
  if (options.fetching.wants() != options.dry_run || (options.dry_run && options.question != Question::Log))
    return fail(
        "--log LOG --fetch --dry-run lists what would be fetched; symlookup --fetch and symprep --fetch do "
        "it");
  if (options.local && options.no_local) return fail("--local and --no-local cannot be used together");
  if (asked.find) {
    const auto id = read_id(*asked.find);
    if (!id) return fail("'" + *asked.find + "' is not an id: hex digits, with or without dashes");
    options.id = *id;
  }
  if (asked.log) options.log = *asked.log;
  if (options.question == Question::Match && options.inputs.size() != 2)
    return fail("--match compares two files: name both");
  if (options.inputs.empty() && !may_search)
    return fail("no input: name a binary, a debug file, an index or a folder");
  return {};
}

}  // namespace

void declare(tools::CommandLine& line, Options& options) {
  const auto asked = std::make_shared<Asked>();
  line.flag("--uuid", asked->ids);
  line.flag("--functions", asked->functions);
  line.flag("--verify", asked->verify);
  line.flag("--match", asked->match);
  line.option("--find", asked->find);
  line.option("--log", asked->log);
  line.choice(
      "--source", options.source,
      {{"starts", Source::Starts}, {"nlist", Source::Nlist}, {"dwarf", Source::Dwarf}, {"go", Source::Go}});
  line.flag("--no-demangle", options.mangled_names);
  line.option("-arch,--arch",
              [&](const std::string& name) { return tools::read_architecture(name, options.architecture); });
  line.option("--store", options.stores);
  line.option("--symbols", options.symbols);
  line.option("--prefix-map",
              [&](const std::string& text) { return tools::read_path_map(text, options.prefix_maps); });
  tools::declare_max_unpacked(line);
  line.flag("--local", options.local);
  line.flag("--no-local", options.no_local);
  tools::declare_fetching(line, options.fetching);
  line.flag("--dry-run", options.dry_run);
  line.choice("--format", options.format, {{"text", Format::Text}, {"json", Format::Json}});
  tools::declare_progress(line, options.progress);
  line.operands(options.inputs);
  line.check([&options, asked] { return check(*asked, options); });
}

}  // namespace symkit::syminfo
