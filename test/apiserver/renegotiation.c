/*
 * Sends GET /metrics over TLS 1.2, after a renegotiation with a second certificate.
 * usage: renegotiation PORT FIRST SECOND [early]
 * FIRST and SECOND are PEM files with a certificate and a key. FIRST may be "-" (no certificate), SECOND may be "none" (no renegotiation).
 * "early" sends one request before the renegotiation. Prints the status line of each response, and "closed" for a response that is missing.
 */
#include <arpa/inet.h>
#include <openssl/ssl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void use(SSL *ssl, const char *file) {
  if (!strcmp(file, "-")) return;
  if (SSL_use_certificate_file(ssl, file, SSL_FILETYPE_PEM) != 1 || SSL_use_PrivateKey_file(ssl, file, SSL_FILETYPE_PEM) != 1) exit(2);
}

static void ask(SSL *ssl) {
  char answer[4096] = {0};
  const char *request = "GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n";
  if (SSL_write(ssl, request, (int)strlen(request)) <= 0 || SSL_read(ssl, answer, sizeof answer - 1) <= 0) {
    puts("closed");
    return;
  }
  printf("%.12s\n", answer);
}

int main(int count, char **arguments) {
  if (count < 4) return 2;
  signal(SIGPIPE, SIG_IGN);
  alarm(20);
  SSL_CTX *context = SSL_CTX_new(TLS_client_method());
  SSL_CTX_set_max_proto_version(context, TLS1_2_VERSION);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((unsigned short)atoi(arguments[1])), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  int file = socket(AF_INET, SOCK_STREAM, 0);
  if (connect(file, (void *)&address, sizeof address) != 0) return 3;
  SSL *ssl = SSL_new(context);
  SSL_set_fd(ssl, file);
  use(ssl, arguments[2]);
  if (SSL_connect(ssl) != 1) return 4;
  if (count > 4) ask(ssl);
  if (strcmp(arguments[3], "none")) {
    use(ssl, arguments[3]);
    SSL_renegotiate(ssl);
    SSL_do_handshake(ssl);
  }
  ask(ssl);
  return 0;
}
