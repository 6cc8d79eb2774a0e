import { randomBytes, timingSafeEqual } from "node:crypto";
import { RESTClient } from "@apimachinery/client";
import type { Authenticator } from "../authentication/authenticator.js";
import type { User } from "../request/api-request.js";
import type { Handler } from "../http/types.js";
import { InProcessTransport } from "../http/in-process.js";

/** The user of the requests that the server sends to itself. Its group gives it all permissions. */
const loopbackUser: User = { name: "system:apiserver", groups: ["system:masters"], extra: {} };

/**
 * Client with which the server sends requests to itself, authenticated with a random token (Go:
 * loopback client). Its requests go through all filters, but not through a socket. The client
 * therefore needs no certificates and no encryption, and works before the server listens.
 */
export class Loopback {
  readonly #transport = new InProcessTransport();
  /**
   * Authenticates requests with the token as the user of the server itself. Returns undefined for
   * other requests.
   */
  readonly authenticator: Authenticator;
  /**
   * Client for hooks and plugins. Its requests fail until `serve` is called; informers try again.
   */
  readonly client: RESTClient;

  constructor() {
    const token = randomBytes(32).toString("base64url");
    const expected = Buffer.from(`Bearer ${token}`);
    this.authenticator = (request) => {
      const header = request.header("authorization");
      if (header === undefined) return undefined;
      const given = Buffer.from(header);
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

  /** Connects the client to the handler of the server. */
  serve(handler: Handler): void {
    this.#transport.serve(handler);
  }
}
