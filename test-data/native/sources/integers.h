// Integer types without system headers, so that every target builds freestanding.
#ifndef FIXTURE_INTEGERS_H
#define FIXTURE_INTEGERS_H
typedef __UINT8_TYPE__ u8;
typedef __UINT16_TYPE__ u16;
typedef __UINT32_TYPE__ u32;
typedef __UINT64_TYPE__ u64;
typedef __INT32_TYPE__ i32;
typedef __INT64_TYPE__ i64;
typedef __SIZE_TYPE__ usize;
#define FIXTURE_KEEP __attribute__((used, visibility("default")))
#define FIXTURE_NOINLINE __attribute__((noinline))
#define FIXTURE_INLINE inline __attribute__((always_inline))
#endif
