#include "engine/file_text.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "system/open_file.h"
#include "usi/text.h"

namespace komadai::engine {

std::string file_text(const std::string& path) {
  errno = 0;
  const File file = open_file(path);
  std::string text;
  char block[1 << 16];
  while (const size_t size = file ? std::fread(block, 1, sizeof block, file.get()) : 0)
    text.append(block, size);
  if (!file || std::ferror(file.get()))
    throw FileError(usi::concat("[Errno ", errno, "] ", std::strerror(errno), ": ", usi::quoted(path)));
  return text;
}

}  // namespace komadai::engine
