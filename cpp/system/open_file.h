// Opens a file whose name a user gave.
#pragma once

#include <cstdio>
#include <memory>
#include <string>

namespace komadai {

using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

// To read its bytes; nullptr, and the reason in errno, if it cannot be opened. On Windows the path is UTF-8,
// or else in the code page of the system: some GUIs send it so.
File open_file(const std::string& path);

}  // namespace komadai
