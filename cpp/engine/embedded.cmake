# The files that are in komadai-usi, besides those in EMBEDDED already. KOMADAI_DATA is the one that
# tools/engine_data.py writes.
set(PACKAGE ${CMAKE_CURRENT_LIST_DIR}/../../src/komadai)
list(APPEND EMBEDDED KOMADAI_DATA=${KOMADAI_DATA}
  KOMADAI_BOOK=${PACKAGE}/book/own.db KOMADAI_TRANSITIONS=${PACKAGE}/engine/transitions.tsv)
list(TRANSFORM EMBEDDED REPLACE "^[A-Z_]+=" "" OUTPUT_VARIABLE EMBEDDED_FILES)
list(TRANSFORM EMBEDDED REPLACE "=(.*)" "=\"\\1\"")
set_source_files_properties(${CMAKE_CURRENT_LIST_DIR}/embedded.cpp PROPERTIES
  OBJECT_DEPENDS "${EMBEDDED_FILES}" COMPILE_DEFINITIONS "${EMBEDDED}")
