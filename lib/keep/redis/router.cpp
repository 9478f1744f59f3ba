#include "keep/redis/router.h"

#include <algorithm>
#include <deque>
#include <thread>

#include "ground/base/words.h"
#include "keep/redis/patience.h"

namespace symkit::redis {
namespace {

using RouterClock = std::chrono::steady_clock;

constexpr unsigned most_rounds = 16;
constexpr std::chrono::milliseconds back_off{20};
constexpr std::chrono::milliseconds map_is_new{100};

// For the slot map: ranges, nodes and their attributes.
constexpr ReplyLimits limits_of_map{.bulk = 4096, .bytes = 64 << 20, .elements = 1 << 20, .nesting = 5};

}  // namespace

Router::Router(Address address) : address_(std::move(address)), is_cluster_(address_.cluster) {}

std::vector<std::optional<Host>> Router::seeds() const {
  std::vector<std::optional<Host>> seeds(address_.hosts.begin(), address_.hosts.end());
  if (seeds.empty()) seeds.emplace_back();
  return seeds;
}

Node& Router::node_at(const std::optional<Host>& host, bool of_replica) {
  const std::scoped_lock lock(mutex_);
  auto& node = nodes_[{host ? host->text() : std::string(), of_replica}];
  if (!node) node = std::make_unique<Node>(address_, host, of_replica, authorities_);
  return *node;
}

Node& Router::seed_for(Purpose purpose, std::size_t turn) {
  const auto all = seeds();
  const std::size_t first = purpose == Purpose::Reading && address_.replicas ? turn : writer_.load();
  for (std::size_t at = 0; at < all.size(); ++at)
    if (Node& node = node_at(all[(first + at) % all.size()]); !node.is_left_alone()) return node;
  return node_at(all[first % all.size()]);
}

Node& Router::node_for(const Errand& errand, Purpose purpose, std::size_t turn) {
  if (errand.sent_to) return node_at(errand.sent_to);
  std::optional<SlotMap::Owner> owner;
  if (is_cluster_ && errand.command->slot) {
    const std::scoped_lock lock(mutex_);
    const auto* known = map_ ? map_->owner(*errand.command->slot) : nullptr;
    if (known != nullptr) owner = *known;
  }
  if (!owner) return seed_for(purpose, turn);
  const bool from_replica = purpose == Purpose::Reading && address_.replicas && !errand.failed_once;
  if (!from_replica || owner->replicas.empty()) return node_at(owner->master);
  return node_at(owner->replicas[turn % owner->replicas.size()], true);
}

void Router::run(std::span<Command> commands, Purpose purpose) {
  std::vector<Errand> errands(commands.size());
  std::vector<Errand*> open;
  for (std::size_t at = 0; at < commands.size(); ++at) {
    errands[at].command = &commands[at];
    open.push_back(&errands[at]);
  }
  const std::size_t turn = turn_++;
  const Deadline deadline(address_.patience);
  for (unsigned round = 0; !open.empty() && round < most_rounds; ++round) {
    // Without a map, nodes reply with redirections.
    if (is_cluster_) (void)make_sure_of_map();
    for (Errand* errand : open) errand->node = &node_for(*errand, purpose, turn);
    send(open);
    bool later = false;
    std::erase_if(open, [&](Errand* errand) {
      Verdict verdict = judge(*errand, purpose);
      if (verdict == Verdict::AgainLater && (deadline.is_over() || round + 1 == most_rounds))
        verdict = Verdict::Done;
      if (verdict == Verdict::Done) return true;
      later |= verdict == Verdict::AgainLater;
      errand->command->answer.reset();
      errand->trouble.reset();
      return false;
    });
    if (later) std::this_thread::sleep_for(back_off);
  }
  for (Errand* errand : open)
    errand->command->answer = fail("the nodes of the cluster disagree about which of them has the keys");
}

void Router::send(std::span<Errand*> errands) {
  std::map<Node*, std::vector<Errand*>> by_node;
  for (Errand* errand : errands) by_node[errand->node].push_back(errand);
  std::vector<Talk> talks;
  std::vector<std::pair<Node*, std::unique_ptr<Link>>> links;
  std::deque<Command> askings;
  for (const auto& [node, of_node] : by_node) {
    auto link = node->borrow();
    if (!link) {
      for (Errand* errand : of_node) errand->trouble = link.error();
      continue;
    }
    Talk talk{.link = link->get(), .commands = {}, .fault = std::nullopt};
    for (Errand* errand : of_node) {
      if (errand->asking)
        talk.commands.push_back(&askings.emplace_back(Command({"ASKING"}, {.bulk = 0, .bytes = 4096})));
      talk.commands.push_back(errand->command);
    }
    links.emplace_back(node, std::move(*link));
    talks.push_back(std::move(talk));
  }
  converse(talks, address_.patience);
  for (std::size_t at = 0; at < talks.size(); ++at) {
    Node& node = *links[at].first;
    if (!talks[at].fault) {
      node.give_back(std::move(links[at].second));
      continue;
    }
    node.forget_connections();
    for (Errand* errand : by_node[&node])
      if (!errand->command->answer) errand->trouble = talks[at].fault->within(node.name());
  }
}

Router::Verdict Router::judge_trouble(Errand& errand) {
  // A single server that broke off may have been restarted; if there are others they are queried.
  const bool others_have_it = !is_cluster_ && address_.hosts.size() > 1;
  if (errand.failed_once || others_have_it) errand.node->leave_alone(*errand.trouble);
  const bool all_tried = !others_have_it || seed_for(Purpose::Reading, 0).is_left_alone();
  if (errand.failed_once && all_tried) {
    errand.command->answer = fail(*errand.trouble);
    return Verdict::Done;
  }
  errand.failed_once = true;
  errand.sent_to.reset();
  errand.asking = false;
  if (is_cluster_) doubt_map();
  return Verdict::Again;
}

Router::Verdict Router::judge(Errand& errand, Purpose purpose) {
  Command& command = *errand.command;
  if (errand.trouble) return judge_trouble(errand);
  if (!*command.answer || (*command.answer)->kind != Reply::Kind::Error) return Verdict::Done;
  if (const auto redirection = redirection_in((*command.answer)->text)) {
    follow(errand, *redirection);
    return Verdict::Again;
  }
  if (!is_cluster_) {
    // The host that accepted writes may have become a replica, and another the master.
    const std::size_t hosts = address_.hosts.size();
    if (purpose != Purpose::Writing || !complains_of(command, "READONLY ") || ++errand.refused >= hosts)
      return Verdict::Done;
    const auto asked = std::ranges::find(address_.hosts, *errand.node->host());
    writer_ = static_cast<std::size_t>(asked - address_.hosts.begin() + 1) % hosts;
    return Verdict::Again;
  }
  // Several keys of a slot that is moving: the caller must request each by itself.
  if (complains_of(command, "TRYAGAIN ") && command.weight <= 1) return Verdict::AgainLater;
  for (const std::string_view passing : {"CLUSTERDOWN ", "READONLY ", "MASTERDOWN "}) {
    if (!complains_of(command, passing)) continue;
    errand.failed_once = true;  // not from a replica again
    doubt_map();
    return Verdict::AgainLater;
  }
  return Verdict::Done;
}

void Router::follow(Errand& errand, Redirection redirection) {
  is_cluster_ = true;
  if (redirection.host.name.empty() && errand.node->host()) redirection.host.name = errand.node->host()->name;
  errand.sent_to = redirection.host;
  errand.asking = !redirection.moved;
  if (!redirection.moved) return;
  const std::scoped_lock lock(mutex_);
  map_is_doubted_ = true;
  if (map_) map_->move(redirection.slot, redirection.host);
}

void Router::doubt_map() {
  const std::scoped_lock lock(mutex_);
  map_is_doubted_ = true;
}

std::vector<Node*> Router::nodes_that_may_know() {
  std::vector<std::optional<Host>> hosts;
  {
    const std::scoped_lock lock(mutex_);
    if (map_)
      for (const SlotMap::Owner& owner : map_->owners()) {
        hosts.emplace_back(owner.master);
        hosts.insert(hosts.end(), owner.replicas.begin(), owner.replicas.end());
      }
  }
  for (const auto& seed : seeds()) hosts.push_back(seed);
  std::vector<Node*> nodes;
  for (const auto& host : hosts)
    if (Node& node = node_at(host); !node.is_left_alone() && std::ranges::find(nodes, &node) == nodes.end())
      nodes.push_back(&node);
  return nodes;
}

Result<SlotMap> Router::ask_for_map(Node& node) {
  const auto reply = ask(node, Command({"CLUSTER", "SLOTS"}, limits_of_map));
  if (!reply) return fail(reply.error());
  if (reply->kind == Reply::Kind::Error) return fail(Error{in_plain_words(reply->text)}.within(node.name()));
  return SlotMap::read(*reply, node.host().value_or(Host{}));
}

Result<void> Router::make_sure_of_map() {
  {
    const std::scoped_lock lock(mutex_);
    const bool asked_just_now = RouterClock::now() - map_asked_at_ < map_is_new;
    if (map_ && (!map_is_doubted_ || asked_just_now)) return {};
    map_asked_at_ = RouterClock::now();
    map_is_doubted_ = false;
  }
  std::optional<Error> why_not;
  for (Node* node : nodes_that_may_know()) {
    auto map = ask_for_map(*node);
    if (map) {
      const std::scoped_lock lock(mutex_);
      map_ = std::move(*map);
      return {};
    }
    why_not = map.error();
  }
  doubt_map();
  return fail(why_not ? *why_not : Error{say(address_.place(), ": no node can be reached")});
}

Result<std::vector<Node*>> Router::masters() {
  if (!is_cluster_) return std::vector<Node*>{&seed_for(Purpose::Writing, 0)};
  doubt_map();
  if (const auto sure = make_sure_of_map(); !sure) return fail(sure.error());
  std::vector<Host> hosts;
  {
    const std::scoped_lock lock(mutex_);
    for (std::uint16_t slot = 0; slot < slot_count; ++slot)
      if (const auto* owner = map_->owner(slot);
          owner != nullptr && std::ranges::find(hosts, owner->master) == hosts.end())
        hosts.push_back(owner->master);
  }
  std::vector<Node*> nodes;
  nodes.reserve(hosts.size());
  for (const Host& host : hosts) nodes.push_back(&node_at(host));
  return nodes;
}

Result<Reply> Router::ask(Node& node, Command command) {
  for (bool again = false;; again = true) {
    auto link = node.borrow();
    if (!link) return fail(link.error());
    Command* const only = &command;
    Talk talk{.link = link->get(), .commands = {only}, .fault = std::nullopt};
    converse({&talk, 1}, address_.patience);
    if (!talk.fault) node.give_back(std::move(*link));
    if (command.answer) return std::move(*command.answer);
    const Error trouble = talk.fault->within(node.name());
    node.forget_connections();
    if (!again) continue;
    node.leave_alone(trouble);
    return fail(trouble);
  }
}

}  // namespace symkit::redis
