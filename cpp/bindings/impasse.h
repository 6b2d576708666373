// Binds cpp/rules/impasse.h.
#pragma once

#include <nanobind/nanobind.h>

#include "rules/impasse.h"

namespace komadai::python {

// The rule with this key. Throws RangeError.
ImpasseRule to_impasse_rule(nanobind::handle key);
// Two numbers, Black's and White's. Throws TypeError and RangeError.
Compensation to_compensation(nanobind::handle pair);

void bind_impasse(nanobind::module_& module);

}  // namespace komadai::python
