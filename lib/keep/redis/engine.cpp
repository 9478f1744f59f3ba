#include "keep/redis/engine.h"

#include <algorithm>
#include <map>

#include "ground/base/whole_number.h"
#include "ground/base/words.h"
#include "keep/redis/complaint.h"
#include "keep/redis/router.h"

namespace symkit::redis {
namespace {

// Values requested by one command: more would keep an engine from its other clients for too long.
constexpr std::size_t keys_a_command = 64;
constexpr std::size_t most_scan_rounds = std::size_t{1} << 26;
constexpr ReplyLimits limits_of_number{.bulk = 0, .bytes = 4096};

// Prefixes an error with the engine's location, unless it is there already.
Error complaint_of(const Reply& reply, const Router& router) {
  return Error{in_plain_words(reply.text)}.within(router.address().place());
}

// The reply as a number, if it is one.
Result<std::int64_t> number_from(const Command& command, const Router& router) {
  if (!*command.answer) return fail(command.answer->error());
  const Reply& reply = **command.answer;
  if (reply.kind == Reply::Kind::Error) return fail(complaint_of(reply, router));
  if (reply.kind != Reply::Kind::Number)
    return fail(say(router.address().place(), ": unexpected reply instead of a number"));
  return reply.number;
}

// The keys that one MGET requests.
struct KeyGroup {
  std::vector<std::size_t> keys;  // by their indexes
};

std::vector<KeyGroup> groups_of(std::span<const std::string> keys, std::span<const std::size_t> wanted,
                                bool by_slot, std::size_t most) {
  std::map<std::uint16_t, std::vector<std::size_t>> slots;
  for (const std::size_t key : wanted) slots[by_slot ? slot_of(keys[key]) : std::uint16_t{0}].push_back(key);
  std::vector<KeyGroup> groups;
  for (const auto& [slot, of_slot] : slots)
    for (std::size_t at = 0; at < of_slot.size(); at += most) {
      const auto begin = of_slot.begin() + static_cast<std::ptrdiff_t>(at);
      groups.push_back({{begin, begin + static_cast<std::ptrdiff_t>(std::min(most, of_slot.size() - at))}});
    }
  return groups;
}

Command mget_command(std::span<const std::string> keys, const KeyGroup& group) {
  std::vector<std::string_view> words{"MGET"};
  for (const std::size_t key : group.keys) words.push_back(keys[key]);
  Command command(words, {.elements = group.keys.size()});
  command.weight = group.keys.size();
  command.slot = slot_of(keys[group.keys.front()]);
  return command;
}

// "used_memory:1048576\r\n" in INFO.
std::string_view fact_in(std::string_view info, std::string_view name) {
  for (std::size_t at = 0; (at = info.find(name, at)) != std::string_view::npos; at += name.size()) {
    const bool begins_line = at == 0 || info[at - 1] == '\n';
    if (!begins_line || !info.substr(at + name.size()).starts_with(':')) continue;
    const std::string_view value = info.substr(at + name.size() + 1);
    return value.substr(0, value.find_first_of("\r\n"));
  }
  return {};
}

std::uint64_t count_in(std::string_view text) { return whole_number<std::uint64_t>(text).value_or(0); }

std::string harmless_word(std::string_view text) {
  std::string word(text.substr(0, 64));
  std::ranges::replace_if(word, [](char c) { return c <= ' ' || c > '~'; }, '?');
  return word;
}

void name_engine(std::string_view info, Facts& facts) {
  for (const std::string_view engine : {"valkey", "kvrocks", "dragonfly", "keydb", "redis"}) {
    const std::string_view version = fact_in(info, say(engine, "_version"));
    if (version.empty()) continue;
    facts.engine = engine;
    // Dragonfly's reads "df-v1.2.3".
    facts.version =
        harmless_word(version.substr(std::min(version.find_first_of("0123456789"), version.size())));
    return;
  }
}

void add_facts(std::string_view info, unsigned database, Facts& facts) {
  if (facts.engine.empty()) name_engine(info, facts);
  facts.memory += count_in(fact_in(info, "used_memory"));
  facts.memory_limit += count_in(fact_in(info, "maxmemory"));
  if (facts.eviction.empty()) facts.eviction = harmless_word(fact_in(info, "maxmemory_policy"));
  std::string_view keyspace = fact_in(info, say("db", database));
  if (keyspace.starts_with("keys=")) facts.keys += count_in(keyspace.substr(5, keyspace.find(',') - 5));
}

}  // namespace

// Keys with the address's prefix. Without a prefix they are the caller's own.
class FullKeys {
 public:
  FullKeys(std::span<const std::string> keys, const std::string& prefix) : keys_(keys) {
    if (prefix.empty()) return;
    full_.reserve(keys.size());
    for (const std::string& key : keys) full_.push_back(prefix + key);
    keys_ = full_;
  }
  FullKeys(const FullKeys&) = delete;
  FullKeys& operator=(const FullKeys&) = delete;
  ~FullKeys() = default;

  std::span<const std::string> all() const { return keys_; }

 private:
  std::span<const std::string> keys_;
  std::vector<std::string> full_;
};

class Engine::Parts {
 public:
  explicit Parts(Address address) : router(std::move(address)) {}

  using Values = std::vector<Result<io::SharedBlob>>;
  // Requests those keys, and leaves in `wanted` the ones that must be requested differently: one by one,
  // as their slot is moving, or by slots, as this turns out to be a cluster.
  void get(std::span<const std::string> keys, std::vector<std::size_t>& wanted, std::size_t most,
           Values& values);
  void take_values(const KeyGroup& group, Command& command, std::vector<std::size_t>& again,
                   Values& values) const;
  Result<std::vector<std::int64_t>> numbers(std::span<const std::string> keys,
                                            std::vector<std::string_view> words, Purpose purpose);
  Result<void> scan_node(Node& node, std::string_view pattern,
                         const std::function<void(std::string_view)>& visit);

  const std::string& prefix() const { return router.address().prefix; }

  Router router;
};

void Engine::Parts::take_values(const KeyGroup& group, Command& command, std::vector<std::size_t>& again,
                                Values& values) const {
  const auto fail_all = [&](const Error& error) {
    for (const std::size_t key : group.keys) values[key] = fail(error);
  };
  if (!*command.answer) return fail_all(command.answer->error());
  Reply& reply = **command.answer;
  if (reply.kind == Reply::Kind::Error) {
    const bool otherwise = group.keys.size() > 1 &&
                           (reply.text.starts_with("TRYAGAIN ") || reply.text.starts_with("CROSSSLOT "));
    if (!otherwise) return fail_all(complaint_of(reply, router));
    again.insert(again.end(), group.keys.begin(), group.keys.end());
    return;
  }
  if (reply.kind != Reply::Kind::List || reply.list.size() != group.keys.size())
    return fail_all(Error{say(router.address().place(), ": unexpected reply")});
  for (std::size_t at = 0; at < group.keys.size(); ++at) {
    Reply& value = reply.list[at];
    const bool is_value = value.kind == Reply::Kind::Bulk || value.kind == Reply::Kind::Nothing;
    if (is_value) {
      values[group.keys[at]] = std::move(value.bulk);
    } else {
      values[group.keys[at]] = fail(say(router.address().place(), ": unexpected reply instead of a value"));
    }
  }
}

void Engine::Parts::get(std::span<const std::string> keys, std::vector<std::size_t>& wanted, std::size_t most,
                        Values& values) {
  const std::vector<KeyGroup> groups = groups_of(keys, wanted, router.is_cluster(), most);
  std::vector<Command> commands;
  commands.reserve(groups.size());
  for (const KeyGroup& group : groups) commands.push_back(mget_command(keys, group));
  router.run(commands, Purpose::Reading);
  wanted.clear();
  for (std::size_t at = 0; at < groups.size(); ++at) {
    if (complains_of(commands[at], "CROSSSLOT ")) router.treat_as_cluster();
    take_values(groups[at], commands[at], wanted, values);
  }
}

// One command per key; the replies as numbers.
Result<std::vector<std::int64_t>> Engine::Parts::numbers(std::span<const std::string> keys,
                                                         std::vector<std::string_view> words,
                                                         Purpose purpose) {
  std::vector<Command> commands;
  commands.reserve(keys.size());
  for (const std::string& key : keys) {
    words[1] = key;
    commands.emplace_back(words, limits_of_number);
    commands.back().slot = slot_of(key);
  }
  router.run(commands, purpose);
  std::vector<std::int64_t> numbers;
  numbers.reserve(keys.size());
  for (const Command& command : commands) {
    const auto number = number_from(command, router);
    if (!number) return fail(number.error());
    numbers.push_back(*number);
  }
  return numbers;
}

Result<void> Engine::Parts::scan_node(Node& node, std::string_view pattern,
                                      const std::function<void(std::string_view)>& visit) {
  std::string cursor = "0";
  for (std::size_t round = 0; round < most_scan_rounds; ++round) {
    const auto reply =
        router.ask(node, Command({"SCAN", cursor, "MATCH", pattern, "COUNT", "1000"},
                                 {.bulk = 65536, .bytes = 64 << 20, .elements = 1 << 20, .nesting = 2}));
    if (!reply) return fail(reply.error());
    if (reply->kind == Reply::Kind::Error)
      return fail(Error{in_plain_words(reply->text)}.within(node.name()));
    if (reply->kind != Reply::Kind::List || reply->list.size() != 2 ||
        reply->list[1].kind != Reply::Kind::List)
      return fail(say(node.name(), ": unexpected reply"));
    for (const Reply& key : reply->list[1].list)
      if (key.kind == Reply::Kind::Bulk) visit(key.words());
    cursor = reply->list[0].words();
    if (cursor == "0") return {};
  }
  return fail(say(node.name(), ": its list of keys does not end"));
}

Engine::Engine(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
Engine::~Engine() = default;

Result<std::unique_ptr<Engine>> Engine::open(std::string_view url) {
  auto address = read_address(url);
  if (!address) return fail(address.error());
  return std::unique_ptr<Engine>(new Engine(std::make_unique<Parts>(std::move(*address))));
}

std::string Engine::place() const { return parts_->router.address().place(); }

std::vector<Result<io::SharedBlob>> Engine::get(std::span<const std::string> plain_keys) {
  const FullKeys full(plain_keys, parts_->prefix());
  const std::span<const std::string> keys = full.all();
  Parts::Values values(keys.size());
  std::vector<std::size_t> wanted(keys.size());
  for (std::size_t at = 0; at < keys.size(); ++at) wanted[at] = at;
  const bool was_cluster = parts_->router.is_cluster();
  if (!wanted.empty()) parts_->get(keys, wanted, keys_a_command, values);
  if (!wanted.empty() && !was_cluster) parts_->get(keys, wanted, keys_a_command, values);
  if (!wanted.empty()) parts_->get(keys, wanted, 1, values);
  return values;
}

Result<void> Engine::put(std::span<const Entry> entries, std::chrono::seconds expire) {
  std::vector<Command> commands;
  commands.reserve(entries.size());
  for (const Entry& entry : entries) {
    const std::string key = parts_->prefix() + entry.key;
    commands.push_back(set_command(key, entry.pieces, expire.count()));
    commands.back().slot = slot_of(key);
  }
  parts_->router.run(commands, Purpose::Writing);
  for (const Command& command : commands) {
    if (!*command.answer) return fail(command.answer->error());
    const Reply& reply = **command.answer;
    if (reply.kind == Reply::Kind::Error) return fail(complaint_of(reply, parts_->router));
    if (reply.kind != Reply::Kind::Text) return fail(say(place(), ": unexpected reply"));
  }
  return {};
}

Result<bool> Engine::put_if_absent(const std::string& plain_key, Bytes value, std::chrono::seconds expire) {
  const std::string key = parts_->prefix() + plain_key;
  const std::string seconds = std::to_string(expire.count());
  Command command({"SET", key, as_text(value), "NX", "EX", seconds}, {.bulk = 4096, .bytes = 4096});
  command.slot = slot_of(key);
  parts_->router.run({&command, 1}, Purpose::Writing);
  if (!*command.answer) return fail(command.answer->error());
  const Reply& reply = **command.answer;
  if (reply.kind == Reply::Kind::Error) return fail(complaint_of(reply, parts_->router));
  return reply.kind == Reply::Kind::Text;
}

Result<std::vector<std::uint64_t>> Engine::sizes(std::span<const std::string> keys) {
  const FullKeys full(keys, parts_->prefix());
  const auto numbers = parts_->numbers(full.all(), {"STRLEN", {}}, Purpose::Reading);
  if (!numbers) return fail(numbers.error());
  std::vector<std::uint64_t> sizes;
  for (const std::int64_t number : *numbers)
    sizes.push_back(static_cast<std::uint64_t>(std::max<std::int64_t>(0, number)));
  return sizes;
}

Result<void> Engine::renew(std::span<const std::string> keys, std::chrono::seconds expire) {
  const std::string seconds = std::to_string(expire.count());
  const FullKeys full(keys, parts_->prefix());
  const auto numbers = parts_->numbers(full.all(), {"EXPIRE", {}, seconds}, Purpose::Writing);
  if (!numbers) return fail(numbers.error());
  return {};
}

Result<std::size_t> Engine::remove(std::span<const std::string> keys) {
  const FullKeys full(keys, parts_->prefix());
  const auto numbers = parts_->numbers(full.all(), {"DEL", {}}, Purpose::Writing);
  if (!numbers) return fail(numbers.error());
  return static_cast<std::size_t>(std::ranges::count(*numbers, 1));
}

Result<void> Engine::scan(std::string_view plain_pattern,
                          const std::function<void(std::string_view key)>& visit) {
  // A cluster reveals itself when queried for two keys in different slots; this needs no additional
  // permission.
  const std::string beginning(plain_pattern.substr(0, plain_pattern.find_first_of("*?[\\")));
  const std::string two[] = {beginning + "0", beginning + "1"};
  for (const auto& value : get(two))
    if (!value) return fail(value.error());
  const auto nodes = parts_->router.masters();
  if (!nodes) return fail(nodes.error());
  const std::string& prefix = parts_->prefix();
  const std::string pattern = say(prefix, plain_pattern);
  const auto visit_plain = [&](std::string_view key) {
    if (key.starts_with(prefix)) visit(key.substr(prefix.size()));
  };
  for (Node* node : *nodes)
    if (const auto scanned = parts_->scan_node(*node, pattern, visit_plain); !scanned) return scanned;
  return {};
}

Result<Facts> Engine::facts() {
  Facts facts;
  facts.nodes = 0;
  for (bool is_whole = false; !is_whole;) {
    const bool by_map = parts_->router.is_cluster();
    const auto nodes = parts_->router.masters();
    if (!nodes) return fail(nodes.error());
    is_whole = true;
    for (Node* node : *nodes) {
      const auto info = parts_->router.ask(*node, Command({"INFO"}, {.bulk = 4 << 20, .bytes = 5 << 20}));
      if (!info) return fail(info.error());
      if (info->kind == Reply::Kind::Error)
        return fail(Error{in_plain_words(info->text)}.within(node->name()));
      if (!by_map && fact_in(info->words(), "cluster_enabled") == "1") {
        parts_->router.treat_as_cluster();
        is_whole = false;
        break;
      }
      ++facts.nodes;
      add_facts(info->words(), parts_->router.address().database, facts);
    }
  }
  return facts;
}

}  // namespace symkit::redis
