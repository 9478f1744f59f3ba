#include "execinfo.h"
