import { randomBytes, timingSafeEqual } from "node:crypto";
import { RESTClient } from "@apimachinery/client";
import type { Authenticator } from "../filters/authentication.js";
import type { User } from "../request/api-request.js";
import type { Handler } from "../http/types.js";
import { InProcessTransport } from "../http/in-process.js";

/** The server's own user, which is allowed everything. */
const loopbackUser: User = { name: "system:apiserver", groups: ["system:masters"], extra: {} };

/**
 * A server's client of itself, with a random token. (Go: loopback client.) Its requests pass the
 * whole filter chain but no socket. This needs no certificates and no encryption, and works before
 * the server listens.
 */
export class Loopback {
  readonly #transport = new InProcessTransport();
  /** Authenticates the token. */
  readonly authenticator: Authenticator;
  /** Its requests fail until `serve` was called; informers retry. */
  readonly client: RESTClient;

  constructor() {
    const token = randomBytes(32).toString("base64url");
    const expected = Buffer.from(`Bearer ${token}`);
    this.authenticator = (request) => {
      const given = Buffer.from(request.header("authorization") ?? "");
      return given.length === expected.length && timingSafeEqual(given, expected) ? loopbackUser : undefined;
    };
    const config = {
      server: "https://apiserver-loopback-client",
      auth: { token },
      userAgent: "apiserver-loopback-client",
      onWarning: () => undefined,
    };
    this.client = new RESTClient(config, this.#transport);
  }

  /** Connects the client to the server's handler. */
  serve(handler: Handler): void {
    this.#transport.serve(handler);
  }
}
