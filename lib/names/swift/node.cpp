#include "names/swift/node.h"

#include <algorithm>
#include <new>

namespace symkit::swift {

Node* Maker::leaf(Kind kind, std::string_view text, std::uint64_t number) {
  void* place = arena_.allocate(sizeof(Node));
  return place == nullptr ? nullptr : new (place) Node{.kind = kind, .text = text, .number = number};
}

Node* Maker::with_gaps(Kind kind, std::span<Node* const> children, std::string_view text,
                       std::uint64_t number) {
  std::uint16_t depth = 0;
  for (const Node* child : children)
    if (child != nullptr) depth = std::max(depth, child->depth);
  Node* made = depth < deepest ? leaf(kind, text, number) : nullptr;
  Node** places = arena_.array<Node*>(children.size());
  if (made == nullptr || places == nullptr) return nullptr;
  std::ranges::copy(children, places);
  made->children = places;
  made->count = static_cast<std::uint32_t>(children.size());
  made->depth = static_cast<std::uint16_t>(depth + 1);
  return made;
}

Node* Maker::with_gaps(Kind kind, std::initializer_list<Node*> children, std::string_view text,
                       std::uint64_t number) {
  return with_gaps(kind, std::span(children.begin(), children.size()), text, number);
}

Node* Maker::node(Kind kind, std::span<Node* const> children, std::string_view text, std::uint64_t number) {
  if (std::ranges::find(children, nullptr) != children.end()) return nullptr;
  return with_gaps(kind, children, text, number);
}

Node* Maker::node(Kind kind, std::initializer_list<Node*> children, std::string_view text,
                  std::uint64_t number) {
  return node(kind, std::span(children.begin(), children.size()), text, number);
}

Node* Maker::appended(const Node* list, Node* child) {
  if (list == nullptr || child == nullptr || child->depth >= deepest) return nullptr;
  Node* made = copy(list);
  Node** places = arena_.array<Node*>(list->count + std::size_t{1});
  if (made == nullptr || places == nullptr) return nullptr;
  std::copy_n(list->children, list->count, places);
  places[list->count] = child;
  made->children = places;
  made->count = list->count + 1;
  made->depth = std::max<std::uint16_t>(list->depth, static_cast<std::uint16_t>(child->depth + 1));
  return made;
}

Node* Maker::copy(const Node* node) {
  Node* made = leaf(node->kind);
  if (made != nullptr) *made = *node;
  return made;
}

}  // namespace symkit::swift
