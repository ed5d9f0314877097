#include <sqlite3.h>

int functions_add(sqlite3 *db);
