// What stands in a name that was composed from its scopes, before the last component: "shop::Basket\x1f"
// "total". Printed as "::", or cut off with what is before it where only the plain name is wanted.
#pragma once

namespace symkit {

inline constexpr char scope_mark = '\x1f';

}  // namespace symkit
