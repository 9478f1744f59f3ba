#include "names/swift/known_types.h"

#include <algorithm>
#include <array>
#include <utility>

namespace symkit::swift {
namespace {

constexpr Kind structure = Kind::Structure;
constexpr Kind protocol = Kind::Protocol;

constexpr auto known_types = std::to_array<KnownType>({
    {'A', structure, "AutoreleasingUnsafeMutablePointer"},
    {'B', protocol, "BinaryFloatingPoint"},
    {'D', structure, "Dictionary"},
    {'E', protocol, "Encodable"},
    {'F', protocol, "FloatingPoint"},
    {'G', protocol, "RandomNumberGenerator"},
    {'H', protocol, "Hashable"},
    {'I', structure, "DefaultIndices"},
    {'J', structure, "Character"},
    {'K', protocol, "BidirectionalCollection"},
    {'L', protocol, "Comparable"},
    {'M', protocol, "MutableCollection"},
    {'N', structure, "ClosedRange"},
    {'O', structure, "ObjectIdentifier"},
    {'P', structure, "UnsafePointer"},
    {'Q', protocol, "Equatable"},
    {'R', structure, "UnsafeBufferPointer"},
    {'S', structure, "String"},
    {'T', protocol, "Sequence"},
    {'U', protocol, "UnsignedInteger"},
    {'V', structure, "UnsafeRawPointer"},
    {'W', structure, "UnsafeRawBufferPointer"},
    {'X', protocol, "RangeExpression"},
    {'Y', protocol, "RawRepresentable"},
    {'Z', protocol, "SignedInteger"},
    {'a', structure, "Array"},
    {'b', structure, "Bool"},
    {'d', structure, "Double"},
    {'e', protocol, "Decodable"},
    {'f', structure, "Float"},
    {'h', structure, "Set"},
    {'i', structure, "Int"},
    {'j', protocol, "Numeric"},
    {'k', protocol, "RandomAccessCollection"},
    {'l', protocol, "Collection"},
    {'m', protocol, "RangeReplaceableCollection"},
    {'n', structure, "Range"},
    {'p', structure, "UnsafeMutablePointer"},
    {'q', Kind::Enum, "Optional"},
    {'r', structure, "UnsafeMutableBufferPointer"},
    {'s', structure, "Substring"},
    {'t', protocol, "IteratorProtocol"},
    {'u', structure, "UInt"},
    {'v', structure, "UnsafeMutableRawPointer"},
    {'w', structure, "UnsafeMutableRawBufferPointer"},
    {'x', protocol, "Strideable"},
    {'y', protocol, "StringProtocol"},
    {'z', protocol, "BinaryInteger"},
});

constexpr auto second_known_types = std::to_array<KnownType>({
    {'A', protocol, "Actor"},
    {'C', structure, "CheckedContinuation"},
    {'E', structure, "CancellationError"},
    {'F', protocol, "Executor"},
    {'G', structure, "TaskGroup"},
    {'I', protocol, "AsyncIteratorProtocol"},
    {'J', structure, "UnownedJob"},
    {'M', Kind::Class, "MainActor"},
    {'P', structure, "TaskPriority"},
    {'S', structure, "AsyncStream"},
    {'T', structure, "Task"},
    {'c', structure, "UnsafeContinuation"},
    {'e', structure, "UnownedSerialExecutor"},
    {'f', protocol, "SerialExecutor"},
    {'g', structure, "ThrowingTaskGroup"},
    {'h', protocol, "TaskExecutor"},
    {'i', protocol, "AsyncSequence"},
    {'s', structure, "AsyncThrowingStream"},
    {'t', structure, "UnsafeCurrentTask"},
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
