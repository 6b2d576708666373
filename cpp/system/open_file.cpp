#include "system/open_file.h"

#ifdef _WIN32
#include <windows.h>

#include <cerrno>
#endif

namespace komadai {

#ifdef _WIN32
namespace {

// The path in UTF-16; empty if it is not in this code page.
std::wstring wide(const std::string& path, UINT code_page) {
  const int size = int(path.size());
  std::wstring text(path.size(), L'\0');  // UTF-16 has at most as many units
  text.resize(
      size_t(MultiByteToWideChar(code_page, MB_ERR_INVALID_CHARS, path.data(), size, text.data(), size)));
  return text;
}

}  // namespace

File open_file(const std::string& path) {
  std::wstring name = wide(path, CP_UTF8);
  if (name.empty()) name = wide(path, CP_ACP);
  errno = EINVAL;
  return {name.empty() ? nullptr : _wfopen(name.c_str(), L"rb"), std::fclose};
}
#else
File open_file(const std::string& path) { return {std::fopen(path.c_str(), "rb"), std::fclose}; }
#endif

}  // namespace komadai
