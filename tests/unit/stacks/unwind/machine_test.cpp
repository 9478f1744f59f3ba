// DWARF's machine: typed numbers compute as C++'s own do, parts are told apart, and whatever an expression
// is, it ends.
#include "stacks/unwind/machine.h"

#include <array>
#include <concepts>
#include <cstring>
#include <doctest/doctest.h>
#include <map>
#include <random>

#include "files/dwarf/operations.h"
#include "support/assembler.h"

using namespace symkit;
using namespace symkit::unwind;
using enum dwarf::Operation;
using Kind = NumberType::Kind;
using Where = Part::Where;

namespace {

template <class T>
constexpr NumberType type_of = {std::floating_point<T> ? Kind::Float
                                : std::is_signed_v<T>  ? Kind::Signed
                                                       : Kind::Unsigned,
                                sizeof(T)};

// Registers have their own numbers times 0x10 in both of their words; memory counts its bytes.
class Place final : public Circumstances {
 public:
  std::vector<NumberType> types = {};
  std::optional<Number> entry = {};

  unsigned address_size() const override { return 8; }
  std::uint64_t bias() const override { return 0x1000; }
  Known<std::uint64_t> word_of(std::uint64_t number, unsigned word) override {
    if (number >= 32) return std::unexpected(Lack::NotDumped);
    return number * 0x10 + word;
  }
  Bytes memory(std::uint64_t address, std::uint64_t size) override {
    if (address < 0x2000 || address >= 0x2100) return {};
    for (std::size_t i = 0; i < bytes_.size(); ++i) bytes_[i] = static_cast<std::uint8_t>(i);
    return Bytes(bytes_).subspan(address - 0x2000).first(std::min<std::size_t>(size, 0x2100 - address));
  }
  Known<std::uint64_t> frame_base() override { return 0x2080; }
  Known<std::uint64_t> cfa() override { return 0x20a0; }
  Known<Number> on_entry(Bytes) override {
    return entry ? Known<Number>(*entry) : std::unexpected(Lack::OptimizedOut);
  }
  Known<NumberType> number_type(std::uint64_t id) override {
    if (id > types.size()) return std::unexpected(Lack::NotUnderstood);
    return types[id - 1];
  }

 private:
  std::array<std::uint8_t, 256> bytes_ = {};
};

template <class T>
std::uint64_t bits_of(T value) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof(value));
  return bits;
}

template <class T>
void put(test::Buffer& out, std::uint8_t id, T value) {
  out.push_back(DW_OP_const_type);
  out.push_back(id);
  out.push_back(sizeof(T));
  for (unsigned i = 0; i < sizeof(T); ++i) out.push_back(static_cast<std::uint8_t>(bits_of(value) >> i * 8));
}

// What the machine makes of two numbers of a type.
template <class T>
std::optional<Number> made(T a, T b, std::uint8_t operation) {
  Place place;
  place.types = {type_of<T>};
  test::Buffer expression;
  put(expression, 1, a);
  put(expression, 1, b);
  expression.push_back(operation);
  const auto number = typed_number_of(expression, place);
  return number ? std::optional(*number) : std::nullopt;
}

template <class T>
void check(T a, T b, std::uint8_t operation, T expected) {
  const auto number = made(a, b, operation);
  REQUIRE(number);
  CAPTURE(+a);
  CAPTURE(+b);
  CAPTURE(int{operation});
  CHECK(number->bits == bits_of(expected));
  CHECK(number->type.kind == type_of<T>.kind);
  CHECK(number->type.size == sizeof(T));
}

template <class T>
void check_comparisons(T a, T b) {
  const std::map<std::uint8_t, bool> expected = {{DW_OP_eq, a == b}, {DW_OP_ne, a != b}, {DW_OP_lt, a < b},
                                                 {DW_OP_le, a <= b}, {DW_OP_gt, a > b},  {DW_OP_ge, a >= b}};
  for (const auto& [operation, is_true] : expected) {
    const auto number = made(a, b, operation);
    REQUIRE(number);
    CHECK(number->bits == (is_true ? 1U : 0U));
  }
}

template <class T>
void check_integers(std::mt19937_64& random) {
  const T a = static_cast<T>(random()), b = static_cast<T>(random() >> random() % 64);
  using Whole = std::uint64_t;
  const auto wide = [](T value) { return static_cast<Whole>(value); };
  check<T>(a, b, DW_OP_plus, static_cast<T>(wide(a) + wide(b)));
  check<T>(a, b, DW_OP_minus, static_cast<T>(wide(a) - wide(b)));
  check<T>(a, b, DW_OP_mul, static_cast<T>(wide(a) * wide(b)));
  check<T>(a, b, DW_OP_and, static_cast<T>(a & b));
  check<T>(a, b, DW_OP_or, static_cast<T>(a | b));
  check<T>(a, b, DW_OP_xor, static_cast<T>(a ^ b));
  if (b != 0 && b != static_cast<T>(-1)) {
    check<T>(a, b, DW_OP_div, static_cast<T>(a / b));
    check<T>(a, b, DW_OP_mod, static_cast<T>(a % b));
  }
  check_comparisons(a, b);
}

template <class T>
void check_floats(std::mt19937_64& random) {
  std::uniform_real_distribution<T> any(T{-1e6}, T{1e6});
  const T a = any(random), b = any(random);
  check<T>(a, b, DW_OP_plus, a + b);
  check<T>(a, b, DW_OP_minus, a - b);
  check<T>(a, b, DW_OP_mul, a * b);
  check<T>(a, b, DW_OP_div, a / b);
  check_comparisons(a, b);
}

template <class From, class To>
void check_conversion(From value) {
  Place place;
  place.types = {type_of<From>, type_of<To>};
  test::Buffer expression;
  put(expression, 1, value);
  expression.insert(expression.end(), {DW_OP_convert, 2});
  const auto number = typed_number_of(expression, place);
  REQUIRE(number);
  CHECK(number->bits == bits_of(static_cast<To>(value)));
}

Known<std::vector<Part>> parts_of(const test::Buffer& expression) {
  Place place;
  return locate(expression, place);
}

}  // namespace

TEST_CASE("numbers of all types compute as in C++") {
  std::mt19937_64 random(1);
  for (int i = 0; i < 200; ++i) {
    check_integers<std::int8_t>(random);
    check_integers<std::uint8_t>(random);
    check_integers<std::int16_t>(random);
    check_integers<std::uint16_t>(random);
    check_integers<std::int32_t>(random);
    check_integers<std::uint32_t>(random);
    check_integers<std::int64_t>(random);
    check_integers<std::uint64_t>(random);
    check_floats<float>(random);
    check_floats<double>(random);
  }
}

TEST_CASE("numbers are converted as in C++") {
  std::mt19937_64 random(2);
  for (int i = 0; i < 200; ++i) {
    const auto number = static_cast<std::int64_t>(random()) >> random() % 64;
    check_conversion<std::int64_t, float>(number);
    check_conversion<std::int64_t, double>(number);
    check_conversion<std::int64_t, std::int8_t>(number);
    check_conversion<std::int8_t, std::int64_t>(static_cast<std::int8_t>(number));
    check_conversion<std::uint16_t, std::int32_t>(static_cast<std::uint16_t>(number));
    check_conversion<double, std::int32_t>(static_cast<double>(number % 1'000'000) / 3);
    check_conversion<float, double>(static_cast<float>(number));
    check_conversion<double, float>(static_cast<double>(number) / 7);
  }
}

TEST_CASE("numbers of different types do not meet") {
  Place place;
  place.types = {type_of<int>, type_of<float>};
  test::Buffer expression;
  put(expression, 1, 1);
  put(expression, 2, 1.0F);
  expression.push_back(DW_OP_plus);
  CHECK(!typed_number_of(expression, place));
  CHECK(!made(1, 0, DW_OP_div));
}

TEST_CASE("what a function was called with has the type that its caller has given it") {
  Place place;
  place.types = {type_of<float>};
  const std::vector<std::uint8_t> expression = {DW_OP_entry_value, 1, DW_OP_reg0 + 17, DW_OP_stack_value};
  CHECK(typed_number_of(expression, place).error() == Lack::OptimizedOut);
  place.entry = Number{bits_of(1.5F), type_of<float>};
  const auto number = typed_number_of(expression, place);
  REQUIRE(number);
  CHECK(number->bits == bits_of(1.5F));
  CHECK(number->type.kind == Kind::Float);
}

TEST_CASE("values are in registers, in memory, computed, given, or nowhere") {
  const auto only = [](const test::Buffer& expression) {
    const auto parts = parts_of(expression);
    REQUIRE(parts);
    REQUIRE(parts->size() == 1);
    return parts->front();
  };
  CHECK(only({DW_OP_reg0 + 5}).where == Where::Register);
  CHECK(only({DW_OP_regx, 20}).number == 20);
  CHECK(only({DW_OP_fbreg, 0x70}).number == 0x2070);
  CHECK(only({DW_OP_fbreg, 0x70}).where == Where::Memory);
  CHECK(only({DW_OP_call_frame_cfa, DW_OP_lit0 + 8, DW_OP_minus}).number == 0x2098);
  CHECK(only({DW_OP_addr, 0, 2, 0, 0, 0, 0, 0, 0}).number == 0x1200);
  CHECK(only({DW_OP_lit0 + 7, DW_OP_stack_value}).where == Where::Value);
  CHECK(only({DW_OP_fbreg, 0, DW_OP_deref_size, 2, DW_OP_stack_value}).number == 0x8180);
  // Clang's, of a float in a vector.
  CHECK(only({DW_OP_fbreg, 0, DW_OP_deref_size, 16, DW_OP_stack_value}).number == 0x8786858483828180);
  CHECK(only({DW_OP_implicit_value, 2, 1, 2}).bytes.size() == 2);
  const Part pointer = only({DW_OP_implicit_pointer, 9, 0x7c});
  CHECK(pointer.where == Where::Pointee);
  CHECK(pointer.number == 9);
  CHECK(pointer.offset == -4);
  CHECK(only({}).where == Where::Nowhere);
}

TEST_CASE("parts stand in their order, those in front of which nothing is are nowhere") {
  const auto parts = parts_of({DW_OP_reg0 + 3, DW_OP_piece, 4, DW_OP_piece, 8, DW_OP_lit0 + 1,
                               DW_OP_stack_value, DW_OP_bit_piece, 5, 2, DW_OP_fbreg, 0, DW_OP_piece, 2});
  REQUIRE(parts);
  REQUIRE(parts->size() == 4);
  CHECK((*parts)[0].where == Where::Register);
  CHECK((*parts)[0].size == 32);
  CHECK((*parts)[1].where == Where::Nowhere);
  CHECK((*parts)[1].size == 64);
  CHECK((*parts)[2].where == Where::Value);
  CHECK((*parts)[2].size == 5);
  CHECK((*parts)[2].from == 2);
  CHECK((*parts)[3].where == Where::Memory);
}

TEST_CASE("what is no expression is refused") {
  CHECK(!parts_of({DW_OP_plus}));
  CHECK(!parts_of({DW_OP_const4u, 1}));
  CHECK(!parts_of({0xff}));
  CHECK(!parts_of({DW_OP_reg0, DW_OP_lit0}));   // a place is the end of its part
  CHECK(!parts_of({DW_OP_regval_type, 1, 3}));  // a type that there is not
  CHECK(!parts_of({DW_OP_lit0, DW_OP_deref}));  // memory that is not there
  // A number that is too wide to compute with.
  CHECK(!parts_of({DW_OP_fbreg, 0, DW_OP_deref_size, 16, DW_OP_lit0 + 4, DW_OP_shr, DW_OP_stack_value}));
  CHECK(parts_of({DW_OP_breg0 + 31, 0}).has_value());
  CHECK(parts_of({DW_OP_bregx, 40, 0}).error() == Lack::NotDumped);
}

TEST_CASE("loops and stacks have an end") {
  CHECK(!parts_of({DW_OP_skip, 0xfd, 0xff}));
  CHECK(!parts_of({DW_OP_lit0 + 1, DW_OP_bra, 0xfc, 0xff}));
  CHECK(!parts_of({DW_OP_lit0, DW_OP_skip, 0xfc, 0xff}));
  CHECK(!parts_of({DW_OP_skip, 0, 0x80}));
  test::Buffer many;
  for (int i = 0; i < 5000; ++i) many.insert(many.end(), {DW_OP_piece, 1});
  CHECK(!parts_of(many));
}

TEST_CASE("any bytes at all end") {
  std::mt19937_64 random(3);
  Place place;
  place.types = {type_of<int>, type_of<double>};
  for (int i = 0; i < 20'000; ++i) {
    test::Buffer expression(random() % 24);
    for (std::uint8_t& byte : expression) byte = static_cast<std::uint8_t>(random());
    if (const auto parts = locate(expression, place)) CHECK(!parts->empty());
  }
}
