// The other half of the driver: a static `register_read` of its own, and a tail call across files.
#include "../integers.h"

u32 sensor_sample(void);

static u32 polls;

static FIXTURE_NOINLINE u32 register_read(u32 address) {
  polls += address;
  return polls;
}

u32 bus_poll(u32 address) {
  if (register_read(address) & 1) return 0;
  return sensor_sample();
}

u32 bus_polls(void) {
  return register_read(0);
}
