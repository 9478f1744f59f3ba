// Shaped like a kernel module: code in .text, .init.text, .exit.text and .text.unlikely, linked relocatable.
#include "../integers.h"

#define SECTION(name) __attribute__((section(name)))

struct sensor {
  volatile u32* registers;
  u32 readings[16];
  u32 count;
};

static struct sensor the_sensor;

static FIXTURE_INLINE u32 register_read(const struct sensor* s, u32 index) {
  return s->registers[index];
}

static FIXTURE_INLINE u32 sensor_raw(const struct sensor* s) {
  return register_read(s, 2) & 0xfff;
}

static FIXTURE_INLINE u32 sensor_celsius(const struct sensor* s) {
  return sensor_raw(s) * 10 / 16 - 40;
}

SECTION(".text.unlikely") FIXTURE_NOINLINE static void sensor_overheated(u32 celsius) {
  the_sensor.registers[3] = celsius;
  the_sensor.count = 0;
}

u32 sensor_sample(void) {
  u32 celsius = sensor_celsius(&the_sensor);
  if (__builtin_expect(celsius > 120, 0)) sensor_overheated(celsius);
  the_sensor.readings[the_sensor.count++ % 16] = celsius;
  return celsius;
}

static FIXTURE_NOINLINE u32 sensor_average(void) {
  u32 sum = 0;
  for (u32 i = 0; i < 16; i++) sum += the_sensor.readings[i];
  return sum / 16;
}

SECTION(".init.text") int init_module(volatile u32* registers) {
  the_sensor.registers = registers;
  registers[0] = 1;
  return sensor_sample() > 200 ? -1 : 0;
}

SECTION(".exit.text") u32 cleanup_module(void) {
  the_sensor.registers[0] = 0;
  return sensor_average();
}
