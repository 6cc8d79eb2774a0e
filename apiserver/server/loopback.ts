import { randomBytes, timingSafeEqual } from "node:crypto";
import { RESTClient } from "@apimachinery/client";
import type { Authenticator } from "../filters/authentication.js";
import type { User } from "../request/api-request.js";
import type { Handler } from "../http/types.js";
import { InProcessTransport } from "../http/in-process.js";

/** Who a server is to itself: it may do everything. */
const loopbackUser: User = { name: "system:apiserver", groups: ["system:masters"], extra: {} };

/**
 * A server's client of itself: Go's loopback client, with its token that nobody else knows. Its
 * requests go through the whole handler chain, as everybody's do, but over no socket: that saves
 * the certificates, works before the server listens and where it never does, and costs no
 * encryption.
 */
export class Loopback {
  readonly #transport = new InProcessTransport();
  /** Lets in who has the token. */
  readonly authenticator: Authenticator;
  /** Its requests fail until `serve` was called; informers try again. */
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

  /** From here on requests are answered. */
  serve(handler: Handler): void {
    this.#transport.serve(handler);
  }
}
