// Precedes the last component in a name that was composed from its scopes: "shop::Basket\x1f" "total".
// Printed as "::"; where only the plain name is wanted, it and everything before it is cut off.
#pragma once

namespace symkit {

inline constexpr char scope_mark = '\x1f';

}  // namespace symkit
