// glib: pools of threads, its own caches, a main loop.
#include <glib.h>

#include "lose.h"

static void work(gpointer data, gpointer pool) {
  (void)pool;
  gchar* text = g_strdup_printf("%d", GPOINTER_TO_INT(data));
  g_free(text);
  lose(6000 + (size_t)GPOINTER_TO_INT(data));
}
static gboolean quit(gpointer loop) {
  g_main_loop_quit(loop);
  return G_SOURCE_REMOVE;
}

int main(int count, char** words) {
  (void)words;
  may_lose = count > 1;
  GThreadPool* pool = g_thread_pool_new(work, NULL, 4, FALSE, NULL);
  for (int i = 1; i < 30; ++i) g_thread_pool_push(pool, GINT_TO_POINTER(i), NULL);
  g_thread_pool_free(pool, FALSE, TRUE);
  GMainLoop* loop = g_main_loop_new(NULL, FALSE);
  g_timeout_add(10, quit, loop);
  g_main_loop_run(loop);
  g_main_loop_unref(loop);
  GHashTable* table = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
  for (int i = 0; i < 100; ++i) g_hash_table_insert(table, g_strdup_printf("%d", i), g_strdup("value"));
  g_hash_table_unref(table);
  return 0;
}
