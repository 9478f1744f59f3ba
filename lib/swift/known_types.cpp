#include "swift/known_types.h"

#include <algorithm>
#include <array>
#include <utility>

namespace symkit::swift {
namespace {

constexpr Kind Struct = Kind::Structure;
constexpr Kind Proto = Kind::Protocol;

constexpr auto known_types = std::to_array<KnownType>({
    {'A', Struct, "AutoreleasingUnsafeMutablePointer"},
    {'B', Proto, "BinaryFloatingPoint"},
    {'D', Struct, "Dictionary"},
    {'E', Proto, "Encodable"},
    {'F', Proto, "FloatingPoint"},
    {'G', Proto, "RandomNumberGenerator"},
    {'H', Proto, "Hashable"},
    {'I', Struct, "DefaultIndices"},
    {'J', Struct, "Character"},
    {'K', Proto, "BidirectionalCollection"},
    {'L', Proto, "Comparable"},
    {'M', Proto, "MutableCollection"},
    {'N', Struct, "ClosedRange"},
    {'O', Struct, "ObjectIdentifier"},
    {'P', Struct, "UnsafePointer"},
    {'Q', Proto, "Equatable"},
    {'R', Struct, "UnsafeBufferPointer"},
    {'S', Struct, "String"},
    {'T', Proto, "Sequence"},
    {'U', Proto, "UnsignedInteger"},
    {'V', Struct, "UnsafeRawPointer"},
    {'W', Struct, "UnsafeRawBufferPointer"},
    {'X', Proto, "RangeExpression"},
    {'Y', Proto, "RawRepresentable"},
    {'Z', Proto, "SignedInteger"},
    {'a', Struct, "Array"},
    {'b', Struct, "Bool"},
    {'d', Struct, "Double"},
    {'e', Proto, "Decodable"},
    {'f', Struct, "Float"},
    {'h', Struct, "Set"},
    {'i', Struct, "Int"},
    {'j', Proto, "Numeric"},
    {'k', Proto, "RandomAccessCollection"},
    {'l', Proto, "Collection"},
    {'m', Proto, "RangeReplaceableCollection"},
    {'n', Struct, "Range"},
    {'p', Struct, "UnsafeMutablePointer"},
    {'q', Kind::Enum, "Optional"},
    {'r', Struct, "UnsafeMutableBufferPointer"},
    {'s', Struct, "Substring"},
    {'t', Proto, "IteratorProtocol"},
    {'u', Struct, "UInt"},
    {'v', Struct, "UnsafeMutableRawPointer"},
    {'w', Struct, "UnsafeMutableRawBufferPointer"},
    {'x', Proto, "Strideable"},
    {'y', Proto, "StringProtocol"},
    {'z', Proto, "BinaryInteger"},
});

constexpr auto second_known_types = std::to_array<KnownType>({
    {'A', Proto, "Actor"},
    {'C', Struct, "CheckedContinuation"},
    {'E', Struct, "CancellationError"},
    {'F', Proto, "Executor"},
    {'G', Struct, "TaskGroup"},
    {'I', Proto, "AsyncIteratorProtocol"},
    {'J', Struct, "UnownedJob"},
    {'M', Kind::Class, "MainActor"},
    {'P', Struct, "TaskPriority"},
    {'S', Struct, "AsyncStream"},
    {'T', Struct, "Task"},
    {'c', Struct, "UnsafeContinuation"},
    {'e', Struct, "UnownedSerialExecutor"},
    {'f', Proto, "SerialExecutor"},
    {'g', Struct, "ThrowingTaskGroup"},
    {'h', Proto, "TaskExecutor"},
    {'i', Proto, "AsyncSequence"},
    {'s', Struct, "AsyncThrowingStream"},
    {'t', Struct, "UnsafeCurrentTask"},
});

using Coded = std::pair<std::string_view, std::string_view>;

constexpr auto value_witnesses = std::to_array<Coded>({
    {"al", "allocateBuffer"},
    {"ca", "assignWithCopy"},
    {"ta", "assignWithTake"},
    {"de", "deallocateBuffer"},
    {"xx", "destroy"},
    {"XX", "destroyBuffer"},
    {"Xx", "destroyArray"},
    {"CP", "initializeBufferWithCopyOfBuffer"},
    {"Cp", "initializeBufferWithCopy"},
    {"cp", "initializeWithCopy"},
    {"TK", "initializeBufferWithTakeOfBuffer"},
    {"Tk", "initializeBufferWithTake"},
    {"tk", "initializeWithTake"},
    {"pr", "projectBuffer"},
    {"xs", "storeExtraInhabitant"},
    {"xg", "getExtraInhabitantIndex"},
    {"Cc", "initializeArrayWithCopy"},
    {"Tt", "initializeArrayWithTakeFrontToBack"},
    {"tT", "initializeArrayWithTakeBackToFront"},
    {"ug", "getEnumTag"},
    {"up", "destructiveProjectEnumData"},
    {"ui", "destructiveInjectEnumTag"},
    {"et", "getEnumTagSinglePayload"},
    {"st", "storeEnumTagSinglePayload"},
});

constexpr auto layouts = std::to_array<std::pair<char, std::string_view>>({
    {'U', "_UnknownLayout"},
    {'R', "_RefCountedObject"},
    {'N', "_NativeRefCountedObject"},
    {'C', "AnyObject"},
    {'D', "_NativeClass"},
    {'T', "_Trivial"},
    {'E', "_Trivial"},
    {'e', "_Trivial"},
    {'M', "_TrivialAtMost"},
    {'m', "_TrivialAtMost"},
    {'B', "_BridgeObject"},
    {'S', "_TrivialStride"},
});

template <class Table>
const KnownType* found_in(const Table& table, char letter) {
  const auto* known = std::ranges::lower_bound(table, letter, {}, &KnownType::letter);
  return known == table.end() || known->letter != letter ? nullptr : known;
}

}  // namespace

const KnownType* known_type(char letter) { return found_in(known_types, letter); }
const KnownType* second_known_type(char letter) { return found_in(second_known_types, letter); }

char operator_character(char letter) {
  //                                             abcdefghijklmnopqrstuvwxyz
  constexpr std::string_view characters_by_letter = "& @/= >    <*!|+?%-~   ^ .";
  if (letter < 'a' || letter > 'z') return '\0';
  const char character = characters_by_letter[static_cast<std::size_t>(letter - 'a')];
  return character == ' ' ? '\0' : character;
}

std::string_view value_witness(std::string_view code) {
  const auto* known = std::ranges::find(value_witnesses, code, &Coded::first);
  return known == value_witnesses.end() ? std::string_view() : known->second;
}

std::string_view layout_name(char letter) {
  for (const auto& [known, name] : layouts)
    if (known == letter) return name;
  return {};
}

}  // namespace symkit::swift
