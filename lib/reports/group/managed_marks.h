// What the compilers of C#, F#, Swift, Kotlin and Java make of the names of functions.
#pragma once

#include <string>
#include <string_view>

namespace symkit::group {

// C#'s "Till.<Open>d__3.MoveNext" → "Till.Open", "Till`1.Open" → "Till.Open"; F#'s "Shop.clo@12-1.Invoke";
// Unity's "Till_Open_m0123…" → "Till_Open".
void take_csharp_parts_off(std::string& name);

// "Till.open$default" and "Till.open-sW7UJKQ" of Kotlin → "Till.open".
void take_jvm_parts_off(std::string& name);

// "partial apply forwarder for …", "merged …", "(1) await resume partial function for …"; and the file of
// private names: "Till.(open in _5FB1CF)" → "Till.open".
void take_swift_words_off(std::string& name);

// "closure #1 () -> () in shop.Till.open()" → "closure in shop.Till.open", of the name without brackets.
bool is_swift_closure(std::string_view name);
std::string swift_closure(std::string name);

// "protocol witness for f() in conformance A", "generic specialization <A> of f()": of the name without
// brackets.
bool is_described_in_swift(std::string_view name);
std::string described_in_swift(std::string name);

}  // namespace symkit::group
