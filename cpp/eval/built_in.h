// The file of the evaluation that is compiled into the library.
#pragma once

#include <span>

namespace komadai {

std::span<const unsigned char> built_in_file();

}  // namespace komadai
