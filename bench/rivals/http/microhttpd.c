// The least that libmicrohttpd needs to answer a log: the whole body, then the same bytes back. With "early" it tries
// to answer at the body's first bytes, and says what comes of it.
#include <arpa/inet.h>
#include <microhttpd.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int answers_early = 0;

struct body {
  char *text;
  size_t size;
};

static enum MHD_Result send_back(struct MHD_Connection *connection, struct body *body) {
  struct MHD_Response *response =
      MHD_create_response_from_buffer(body->size, body->text, MHD_RESPMEM_MUST_COPY);
  enum MHD_Result queued = MHD_queue_response(connection, 200, response);
  MHD_destroy_response(response);
  return queued;
}

static enum MHD_Result answer(void *unused, struct MHD_Connection *connection, const char *url, const char *method,
                              const char *version, const char *data, size_t *size, void **state) {
  (void)unused, (void)url, (void)method, (void)version;
  struct body *body = *state;
  if (body == NULL) {
    *state = calloc(1, sizeof *body);
    return MHD_YES;
  }
  if (*size == 0) return send_back(connection, body);
  body->text = realloc(body->text, body->size + *size);
  memcpy(body->text + body->size, data, *size);
  body->size += *size;
  *size = 0;
  if (answers_early) {
    printf("an answer while the request still comes: %s\n", send_back(connection, body) == MHD_YES ? "taken" : "refused");
    fflush(stdout);
  }
  return MHD_YES;
}

static void end(void *unused, struct MHD_Connection *connection, void **state, enum MHD_RequestTerminationCode code) {
  (void)unused, (void)connection, (void)code;
  struct body *body = *state;
  if (body != NULL) free(body->text);
  free(body);
}

int main(int argc, char **argv) {
  if (argc < 2) return 2;
  answers_early = argc > 2;
  sigset_t stop;
  sigemptyset(&stop);
  sigaddset(&stop, SIGTERM);
  sigprocmask(SIG_BLOCK, &stop, NULL);
  struct sockaddr_in place = {.sin_family = AF_INET, .sin_port = htons((unsigned short)atoi(argv[1]))};
  place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  struct MHD_Daemon *daemon = MHD_start_daemon(
      MHD_USE_EPOLL_INTERNAL_THREAD, 0, NULL, NULL, answer, NULL, MHD_OPTION_SOCK_ADDR, (struct sockaddr *)&place,
      MHD_OPTION_NOTIFY_COMPLETED, end, NULL, MHD_OPTION_CONNECTION_LIMIT, 2000u, MHD_OPTION_END);
  if (daemon == NULL) return 1;
  int number;
  sigwait(&stop, &number);
  MHD_stop_daemon(daemon);
  return 0;
}
