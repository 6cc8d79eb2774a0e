import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  GenericAPIServer,
  MemoryStorage,
  newAPIGroups,
  openEmbeddedStorage,
  standaloneAccess,
  versionInfo,
  type AdmissionPlugin,
  type AnyGroupDefinition,
  type Storage,
} from "@apimachinery/apiserver";
import { RESTClient, type ClientConfig } from "@apimachinery/client";
import { Scheme } from "@apimachinery/runtime";
import { afterAll } from "vitest";
import { createAuthority, issueClient, issueServing } from "../../apiserver/certificates/authority.js";
import { openWatchCache } from "../../apiserver/storage/index.js";
import { keyPrefix } from "../../cmd/pizza-apiserver/server.js";
import { restaurantGroup } from "../apiserver/restaurant-group.js";

/**
 * Certificates that all servers share. They are created only once, because the creation of keys is
 * slow.
 */
const authority = await createAuthority("test");
const serving = await issueServing(authority, ["localhost", "127.0.0.1"]);
const administrator = await issueClient(authority, "admin", ["system:masters"]);
const stranger = await issueClient(authority, "bob", []);

export { administrator, authority, stranger };

/**
 * Options of a pizza server. If `open` is absent, the server stores objects in memory and has no
 * watch cache.
 */
export interface PizzaServerOptions {
  readonly open?: () => Promise<Storage> | Storage;
  readonly admission?: readonly AdmissionPlugin[];
  /** Groups in addition to the restaurant's group. */
  readonly groups?: readonly AnyGroupDefinition[];
}

/** Pizza server over HTTPS. It can stop, and start again on the same port with the same storage. */
export class PizzaServer {
  readonly #options: PizzaServerOptions;
  #server: GenericAPIServer | undefined;
  #storage: Storage | undefined;
  #port = 0;

  private constructor(options: PizzaServerOptions) {
    this.#options = options;
  }

  static async start(options: PizzaServerOptions = {}): Promise<PizzaServer> {
    const server = new PizzaServer(options);
    await server.start();
    running.push(server);
    return server;
  }

  get url(): string {
    return `https://127.0.0.1:${this.#port}`;
  }

  /** Returns the storage to which the watch cache forwards reads and writes. */
  get storage(): Storage {
    if (this.#storage === undefined) throw new Error("the server is stopped");
    return this.#storage;
  }

  async start(): Promise<void> {
    this.#storage = await (this.#options.open?.() ?? new MemoryStorage());
    const storage =
      this.#options.open === undefined
        ? this.#storage
        : await openWatchCache({ storage: this.#storage, prefix: `${keyPrefix}/` });
    this.#server = new GenericAPIServer({
      storage,
      admission: this.#options.admission ?? [],
      ...standaloneAccess(),
      version: versionInfo("1", "0", "v1.0.0"),
      externalHost: "localhost",
      log: () => undefined,
    });
    this.#server.installAPIGroup(restaurantGroup(storage));
    const place = { scheme: new Scheme(), storage, keyPrefix };
    for (const group of newAPIGroups(this.#options.groups ?? [], place)) this.#server.installAPIGroup(group);
    const tls = { pair: serving, named: [], clientCA: authority.certificate };
    this.#port = await this.#server.start({ tls, bindAddress: "127.0.0.1", port: this.#port });
  }

  async stop(): Promise<void> {
    await this.#server?.stop();
    await this.#storage?.close();
    this.#server = undefined;
    this.#storage = undefined;
  }

  config(more: Partial<ClientConfig> = {}): ClientConfig {
    return {
      server: this.url,
      tls: { ca: authority.certificate, certificate: administrator.certificate, key: administrator.key },
      ...more,
    };
  }

  /**
   * Returns a client of this server. The client is closed together with the server after the test.
   */
  client(more: Partial<ClientConfig> = {}): RESTClient {
    const client = new RESTClient(this.config(more));
    clients.push(client);
    return client;
  }
}

/**
 * Returns options whose storage is in a new temporary directory. Servers with these options can use
 * the storage one after the other.
 */
export function embedded(): PizzaServerOptions {
  const directory = mkdtempSync(join(tmpdir(), "client-test-"));
  directories.push(directory);
  return { open: () => openEmbeddedStorage({ directory: join(directory, "store") }) };
}

const running: PizzaServer[] = [];
const clients: RESTClient[] = [];
const directories: string[] = [];

afterAll(async () => {
  for (const client of clients) await client.close();
  for (const server of running) await server.stop();
  for (const directory of directories) rmSync(directory, { recursive: true, force: true });
});
