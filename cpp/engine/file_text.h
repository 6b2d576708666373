// Reads a whole file.
#pragma once

#include <stdexcept>
#include <string>

namespace komadai::engine {

// A file cannot be read; what() has the reason and the path.
struct FileError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Throws FileError.
std::string file_text(const std::string& path);

}  // namespace komadai::engine
