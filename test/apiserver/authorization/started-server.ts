import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createLog,
  parseOptionsOf,
  startAPIServer,
  type Authorizer,
  type RunningServer,
  type ServerDefinition,
} from "@apimachinery/apiserver";
import { RESTClient } from "@apimachinery/client";
import { issueClient } from "../../../apiserver/certificates/authority.js";
import { restaurantGroup } from "../../../cmd/pizza-apiserver/restaurant-group.js";

/** A whole server on a port of its own, with clients for any user. */
export class StartedServer {
  readonly logged: string[] = [];
  readonly #running: RunningServer;
  /** Folder of the server's data. */
  readonly folder: string;
  readonly #clients: RESTClient[] = [];

  private constructor(running: RunningServer, folder: string, logged: string[]) {
    this.#running = running;
    this.folder = folder;
    this.logged = logged;
  }

  /** @throws Error with all lines, if the command line is invalid */
  static async with(args: readonly string[], authorizers: readonly Authorizer[] = []): Promise<StartedServer> {
    const definition: ServerDefinition = {
      name: "pizza-apiserver",
      description: "Serves pizzas.",
      version: "v1.0.0",
      groups: [restaurantGroup],
      authorizers,
    };
    const folder = mkdtempSync(join(tmpdir(), "apimachinery-authorization-"));
    const errors: string[] = [];
    const fixed = ["--bind-address=127.0.0.1", "--secure-port=0", "--storage-backend=memory", `--data-dir=${folder}`];
    const parsed = parseOptionsOf(definition, [...fixed, ...args], {
      out: () => undefined,
      err: (text) => errors.push(text),
    });
    if ("exitCode" in parsed) throw new Error(errors.join(""));
    const logged: string[] = [];
    const log = createLog({ v: 0, loggingFormat: "text" }, (line) => logged.push(line));
    return new StartedServer(await startAPIServer(definition, parsed.options, log), folder, logged);
  }

  get url(): string {
    return this.#running.url;
  }

  /** Certificate of the server's authority. */
  get authority(): string {
    return readFileSync(join(this.folder, "ca.crt"), "utf8");
  }

  /** Returns a client with a certificate of this user. */
  async as(user: string, ...groups: readonly string[]): Promise<RESTClient> {
    const read = (name: string) => readFileSync(join(this.folder, name), "utf8");
    const authority = { certificate: read("ca.crt"), key: read("ca.key") };
    const { certificate, key } = await issueClient(authority, user, groups);
    const client = new RESTClient({ server: this.#running.url, tls: { ca: authority.certificate, certificate, key } });
    this.#clients.push(client);
    return client;
  }

  async stop(): Promise<void> {
    await Promise.all(this.#clients.map((client) => client.close()));
    await this.#running.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Returns the text of a response, or the message of the error. */
export async function textOrMessage(client: RESTClient, path: string): Promise<string> {
  return client.text({ method: "GET", path }).catch((error: unknown) => (error as Error).message);
}
