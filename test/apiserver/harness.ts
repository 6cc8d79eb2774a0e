import {
  GenericAPIServer,
  MemoryStorage,
  versionInfo,
  type APIGroupInfo,
  type AdmissionPlugin,
  type Response,
  type HTTPRequest,
  type ServerConfig,
  type Storage,
  type User,
} from "@apimachinery/apiserver";
import { newRequestEntityTooLarge } from "../../apiserver/errors/index.js";
import { restaurantGroup } from "./restaurant-group.js";

export const administrator: User = { name: "admin", groups: ["system:masters"], extra: {} };
export const group = "/apis/restaurant.programming-kubernetes.info";
export const pizzas = `${group}/v1beta1/namespaces/default/pizzas`;
export const alphaPizzas = `${group}/v1alpha1/namespaces/default/pizzas`;
export const toppings = `${group}/v1alpha1/toppings`;

/** Headers by name in lower case. If a value is a list, each item is a separate header line. */
export type SentHeaders = Readonly<Record<string, string | readonly string[]>>;

export interface Sent {
  readonly body?: unknown;
  /** Body as bytes, instead of `body`. */
  readonly bytes?: Buffer;
  readonly headers?: SentHeaders;
  readonly afterwards?: HTTPRequest["afterwards"];
}

/** Response and its body. If the body is JSON, `json` is the parsed value. */
export interface Reply {
  readonly status: number;
  readonly headers: Response["headers"];
  readonly text: string;
  readonly json: Json;
}

/** JSON value whose structure the compiler does not know, so tests can read any of its fields. */
export interface Json {
  readonly [key: string]: Json;
}

export interface HarnessOptions {
  readonly admission?: readonly AdmissionPlugin[];
  /** User of all requests; null for an anonymous client. The default is the administrator. */
  readonly user?: User | null;
  readonly storage?: Storage;
  readonly config?: Partial<ServerConfig>;
  /** Returns API groups that the server serves in addition to the restaurant group. */
  readonly groups?: readonly ((storage: Storage) => APIGroupInfo)[];
}

/** Pizza server without sockets. Tests send their requests directly to its filter chain. */
export class InProcessServer {
  readonly storage: Storage;
  readonly #handler: ReturnType<GenericAPIServer["handler"]>;
  readonly logged: string[] = [];

  constructor(options: HarnessOptions = {}) {
    this.storage = options.storage ?? new MemoryStorage();
    const server = new GenericAPIServer({
      storage: this.storage,
      admission: options.admission ?? [],
      authenticators: options.user === null ? [] : [() => options.user ?? administrator],
      authorizers: [({ user }) => (user.groups.includes("system:masters") ? "allow" : "no opinion")],
      version: versionInfo("1", "0", "v1.0.0"),
      externalHost: "localhost",
      log: (message, error) => {
        this.logged.push(`${message} ${String(error)}`);
      },
      ...options.config,
    });
    server.installAPIGroup(restaurantGroup(this.storage));
    for (const group of options.groups ?? []) server.installAPIGroup(group(this.storage));
    this.#handler = server.handler();
  }

  async send(method: string, uri: string, sent: Sent = {}): Promise<Reply> {
    const response = await this.response(method, uri, sent);
    if (typeof response.body === "function") throw new Error("a stream: ask for it by response()");
    const text = response.body.toString("utf8");
    return { status: response.status, headers: response.headers, text, json: parsed(text) };
  }

  /** Returns the response of the filter chain. Its body can be a stream. */
  response(
    method: string,
    uri: string,
    { body, bytes: given, headers = {}, afterwards }: Sent = {},
  ): Promise<Response> {
    const [escaped = "", query = ""] = uri.split("?");
    const text = body === undefined ? "" : typeof body === "string" ? body : JSON.stringify(body);
    const bytes = given ?? Buffer.from(text, "utf8");
    const request: HTTPRequest = {
      method,
      uri,
      path: decodeURIComponent(escaped),
      query: new URLSearchParams(query),
      header: (name) => {
        const value = headers[name];
        return typeof value === "string" ? value : value?.join(", ");
      },
      headerLines: (name) => [headers[name] ?? []].flat(),
      headerNames: () => Object.keys(headers),
      readBody: (limit) =>
        bytes.length > limit
          ? Promise.reject(newRequestEntityTooLarge(`limit is ${String(limit)}`))
          : Promise.resolve(bytes),
      peer: { certificate: undefined },
      afterwards,
    };
    return this.#handler(request);
  }

  /** Passes a request to the filter chain, as a transport does. */
  handle(request: HTTPRequest): Promise<Response> {
    return this.#handler(request);
  }

  get(uri: string, headers: SentHeaders = {}): Promise<Reply> {
    return this.send("GET", uri, { headers });
  }

  post(uri: string, body: unknown, headers: SentHeaders = {}): Promise<Reply> {
    return this.send("POST", uri, { body, headers });
  }

  put(uri: string, body: unknown): Promise<Reply> {
    return this.send("PUT", uri, { body });
  }

  delete(uri: string, body?: unknown): Promise<Reply> {
    return this.send("DELETE", uri, { body });
  }

  patch(uri: string, type: string, body: unknown): Promise<Reply> {
    return this.send("PATCH", uri, { body, headers: { "content-type": `application/${type}+json` } });
  }
}

export function pizza(name: string, ...names: readonly string[]): object {
  return { metadata: { name }, spec: { toppings: names.map((topping) => ({ name: topping, quantity: 1 })) } };
}

/** Returns a value of a response if it is a string; otherwise an empty string. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return {};
  }
}
