import { once } from "node:events";
import {
  connect,
  type ClientHttp2Session,
  type ClientHttp2Stream,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
} from "node:http2";
import { connect as connectTLS, type TLSSocket } from "node:tls";
import {
  GenericAPIServer,
  MemoryStorage,
  standaloneAccess,
  versionInfo,
  type RunConfig,
  type ServerConfig,
} from "@apimachinery/apiserver";
import { restaurantGroup } from "./restaurant-group.js";
import { createAuthority, issueClient, issueServing, type KeyPair } from "../../apiserver/certificates/authority.js";
import type { ConnectionTimeouts } from "../../apiserver/http/timeouts.js";
import type { TLSMaterial } from "../../apiserver/http/tls-material.js";
import { defaultRunConfig } from "../../apiserver/request/run-config.js";

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Pizza server with its own port. */
export class SocketServer {
  readonly server: GenericAPIServer;
  readonly logged: string[] = [];
  readonly #serving: KeyPair;
  readonly #authority: KeyPair;
  readonly #administrator: KeyPair;
  readonly #sessions: ClientHttp2Session[] = [];
  url = "";

  private constructor(
    pairs: readonly [KeyPair, KeyPair, KeyPair],
    run: Partial<RunConfig>,
    config: Partial<ServerConfig>,
    private readonly timeouts: Partial<ConnectionTimeouts>,
  ) {
    [this.#authority, this.#serving, this.#administrator] = pairs;
    const storage = config.storage ?? new MemoryStorage();
    const log = (message: string, error?: unknown) => void this.logged.push(`${message} ${String(error)}`);
    const access = standaloneAccess();
    const version = versionInfo("1", "0", "v1.0.0");
    this.server = new GenericAPIServer({
      ...access,
      storage,
      admission: [],
      version,
      externalHost: "localhost",
      log,
      run: { ...defaultRunConfig, ...run },
      ...config,
    });
    this.server.installAPIGroup(restaurantGroup(storage));
  }

  static async create(
    run: Partial<RunConfig> = {},
    config: Partial<ServerConfig> = {},
    timeouts: Partial<ConnectionTimeouts> = {},
  ): Promise<SocketServer> {
    const authority = await createAuthority("ca");
    return new SocketServer(
      [
        authority,
        await issueServing(authority, ["127.0.0.1"]),
        await issueClient(authority, "admin", ["system:masters"]),
      ],
      run,
      config,
      timeouts,
    );
  }

  /**
   * Starts the server.
   * @param authorities additional authorities that the server trusts
   */
  async start(...authorities: readonly KeyPair[]): Promise<void> {
    const tls = this.#trusting(authorities);
    const port = await this.server.start({ tls, bindAddress: "127.0.0.1", port: 0, timeouts: this.timeouts });
    this.url = `https://127.0.0.1:${String(port)}`;
  }

  /** Replaces the additional authorities that the server trusts. */
  trust(...authorities: readonly KeyPair[]): void {
    this.server.renewCertificates(this.#trusting(authorities));
  }

  #trusting(authorities: readonly KeyPair[]): TLSMaterial {
    return {
      pair: this.#serving,
      named: [],
      clientCA: [this.#authority, ...authorities].map(({ certificate }) => certificate).join(""),
    };
  }

  /** Returns the TLS options of a client: its credentials, and the authority that it trusts. */
  credentials(isAdministrator = true): { readonly ca: string; readonly cert?: string; readonly key?: string } {
    const { certificate, key } = this.#administrator;
    return { ca: this.#authority.certificate, ...(isAdministrator ? { cert: certificate, key } : {}) };
  }

  /** Opens an HTTP/1.1 connection of the administrator. */
  async socket(): Promise<TLSSocket> {
    const port = Number(new URL(this.url).port);
    const socket = connectTLS({ port, host: "127.0.0.1", ...this.credentials(), ALPNProtocols: ["http/1.1"] });
    await once(
      socket.on("error", () => undefined),
      "secureConnect",
    );
    return socket;
  }

  /** Issues a client certificate from the server's authority. */
  issue(user: string, groups: readonly string[] = []): Promise<KeyPair> {
    return issueClient(this.#authority, user, groups);
  }

  /**
   * Opens an HTTP/2 connection. If `client` is true, the client is the administrator; if it is
   * false, the client has no certificate. Otherwise, `client` is the client's certificate.
   */
  connect(client: boolean | KeyPair = true): ClientHttp2Session {
    const own = typeof client === "boolean" ? {} : { cert: client.certificate, key: client.key };
    const session = connect(this.url, { ...this.credentials(client === true), ...own });
    session.on("error", () => undefined);
    this.#sessions.push(session);
    return session;
  }

  async stop(): Promise<void> {
    for (const session of this.#sessions) session.destroy();
    await this.server.stop();
  }
}

/** Sends a request and waits for the headers of the response. */
export async function ask(
  session: ClientHttp2Session,
  path: string,
  headers: OutgoingHttpHeaders = {},
  body = "",
): Promise<readonly [ClientHttp2Stream, IncomingHttpHeaders]> {
  const stream = session.request({ ":path": path, ...(body === "" ? {} : { ":method": "POST" }), ...headers });
  if (body !== "") stream.end(body);
  const [received] = (await once(stream, "response")) as [IncomingHttpHeaders];
  return [stream, received];
}

/** Sends a request and waits for the complete response. */
export async function get(
  session: ClientHttp2Session,
  path: string,
  headers: OutgoingHttpHeaders = {},
): Promise<Reply> {
  const [stream, received] = await ask(session, path, headers);
  const chunks: Buffer[] = [];
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
  return { status: Number(received[":status"]), headers: received, text: Buffer.concat(chunks).toString() };
}
