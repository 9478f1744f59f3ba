// Sends commands to the nodes that can answer them: one server, several with the same keys, or a cluster
// whose slots may move meanwhile. What fails is tried a second time.
#pragma once

#include <atomic>
#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "keep/redis/command.h"
#include "keep/redis/complaint.h"
#include "keep/redis/node.h"
#include "keep/redis/slots.h"

namespace symkit::redis {

enum class Purpose : std::uint8_t { Reading, Writing };

class Router {
 public:
  explicit Router(Address address);

  const Address& address() const { return address_; }

  // Afterwards every command has an answer: a reply, which may be an engine's error, or an error if no
  // node was available.
  void run(std::span<Command> commands, Purpose purpose);

  // Whether a command must not have keys of different slots. This becomes known with the first replies.
  bool is_cluster() const { return is_cluster_; }
  void treat_as_cluster() { is_cluster_ = true; }

  // The nodes that together hold all keys.
  Result<std::vector<Node*>> masters();
  // Sends one command to one of these nodes.
  Result<Reply> ask(Node& node, Command command);

 private:
  struct Errand {
    Command* command = nullptr;
    std::optional<Host> sent_to;  // by a node that does not have the key
    bool asking = false;          // … yet: the slot is moving
    bool failed_once = false;
    std::size_t refused = 0;  // by how many nodes, because they are replicas
    Node* node = nullptr;
    std::optional<Error> trouble;  // why the node was unavailable
  };
  enum class Verdict : std::uint8_t { Done, Again, AgainLater };

  Node& node_at(const std::optional<Host>& host, bool of_replica = false);
  Node& node_for(const Errand& errand, Purpose purpose, std::size_t turn);
  Node& seed_for(Purpose purpose, std::size_t turn);
  std::vector<std::optional<Host>> seeds() const;

  void send(std::span<Errand*> errands);
  Verdict judge(Errand& errand, Purpose purpose);
  Verdict judge_trouble(Errand& errand);
  void follow(Errand& errand, Redirection redirection);

  Result<void> make_sure_of_map();
  Result<SlotMap> ask_for_map(Node& node);
  std::vector<Node*> nodes_that_may_know();
  void doubt_map();

  Address address_;
  LazyAuthorities authorities_;
  std::atomic<bool> is_cluster_;
  std::atomic<std::size_t> turn_ = 0;    // for taking turns among replicas
  std::atomic<std::size_t> writer_ = 0;  // which of several hosts accepts writes

  std::mutex mutex_;  // guards what follows
  std::map<std::pair<std::string, bool>, std::unique_ptr<Node>> nodes_;
  std::optional<SlotMap> map_;
  bool map_is_doubted_ = true;
  std::chrono::steady_clock::time_point map_asked_at_;
};

}  // namespace symkit::redis
