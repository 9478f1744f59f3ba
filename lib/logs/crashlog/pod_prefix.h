// Kubernetes' prefixes of lines: the pod and the container that wrote them.
#pragma once

#include "logs/crashlog/scanner.h"

namespace symkit::crashlog {

// "[pod/web-6d4cf56db6-abcde/kiosk] ": kubectl logs --prefix.
bool pod_name(Scanner& at);

// "web-6d4cf56db6-lx7qk kiosk ", with the namespace in front if there are several: stern's.
bool pod_and_container(Scanner& at);

}  // namespace symkit::crashlog
