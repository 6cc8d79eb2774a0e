import { setMaxListeners } from "node:events";
import { groupVersionString, type GroupVersionKind, type KindDefinition } from "@apimachinery/runtime";
import { errorOfResponse, type FailedRequest } from "../errors/from-response.js";
import { anySignal } from "./any-signal.js";
import { validateClientConfig, type ClientConfig } from "./client-config.js";
import { HTTPTransport } from "./http-transport.js";
import { defaultMaxResponseBytes, discard, readBodyBytes } from "./read-body.js";
import { IdentityHeaders } from "./request-headers.js";
import type { ObjectFormat } from "./object-format.js";
import { ResourceClient } from "./resource-client.js";
import { statusText, type ResponseData } from "./resource-format.js";
import { type APIObject, resourceOfKind, type ResourceType } from "./resource-type.js";
import { defaultMaxRetryAfter, retryAfterOf, retryDelayOf } from "./retry-after.js";
import { abortReason, sleep } from "./sleep.js";
import { TokenBucket } from "./token-bucket.js";
import { ConnectionError, headerText, type Transport, type TransportResponse } from "./transport.js";
import { warningTexts, warnOnce, type WarningHandler } from "./warnings.js";

/** One HTTP request. */
export interface RESTRequest {
  readonly method: string;
  /** Absolute, percent-encoded path without a query. */
  readonly path: string;
  readonly query?: URLSearchParams;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Media types for the Accept header, in order of preference. Default: JSON. */
  readonly accepts?: readonly string[];
  /** True for a watch, which has no timeout and no compression. */
  readonly isStream?: boolean;
  readonly signal?: AbortSignal | undefined;
  /**
   * Maximum number of retries after a response with `Retry-After`. A GET request other than a watch
   * is also retried after a broken connection. Default: 10.
   */
  readonly maxRetries?: number | undefined;
  /** True to request objects without managedFields. Default: the option of the configuration. */
  readonly dropManagedFields?: boolean | undefined;
  /** Resource and object name, for error messages. */
  readonly about?: Omit<FailedRequest, "method">;
}

const defaultRetries = 10;
/**
 * Parameter of a media type that requests objects without managedFields (KEP-5958). Servers ignore
 * unknown parameters.
 */
const withoutManagedFields = ";drop=metadata.managedFields";
const json: readonly string[] = ["application/json"];
const noResource: Omit<FailedRequest, "method"> = { resource: "", group: "", name: "" };

/**
 * Sends requests to one server as one user, and creates typed clients of resources (Go:
 * rest.Interface).
 */
export class RESTClient {
  /** URL of the server, without a slash at its end. */
  readonly server: string;
  readonly #transport: Transport;
  readonly #identity: IdentityHeaders;
  readonly #limit: TokenBucket | undefined;
  readonly #timeout: number;
  readonly #maxResponseBytes: number;
  readonly #maxRetryAfter: number;
  readonly #dropManagedFields: boolean;
  readonly #format: ObjectFormat | undefined;
  /** Names of the kinds whose objects the server does not accept in the binary format. */
  readonly #refused = new Set<string>();
  readonly #onWarning: WarningHandler;

  /**
   * @param transport replaces HTTP, for example to call a server in the same process. Default: HTTP
   * @throws Error for a configuration that `validateClientConfig` refuses
   */
  constructor(config: ClientConfig, transport?: Transport) {
    validateClientConfig(config);
    this.server = config.server.replace(/\/+$/, "");
    this.#transport = transport ?? new HTTPTransport(config);
    this.#identity = new IdentityHeaders(config);
    this.#limit =
      config.rateLimit === undefined ? undefined : new TokenBucket(config.rateLimit.qps, config.rateLimit.burst);
    this.#timeout = config.timeout ?? 0;
    this.#maxResponseBytes = config.maxResponseBytes ?? defaultMaxResponseBytes;
    this.#maxRetryAfter = config.maxRetryAfter ?? defaultMaxRetryAfter;
    this.#dropManagedFields = config.dropManagedFields ?? false;
    this.#format = config.format;
    this.#onWarning = config.onWarning ?? warnOnce((line) => process.stderr.write(`${line}\n`));
  }

  /**
   * Returns a client of a generated kind: `client.resource(Kinds.Pizza).namespace("default")`.
   * @throws Error for a value that is not an entry of a `Kinds` table, or a kind without a resource
   */
  resource<T extends APIObject, K>(kind: KindDefinition<T> & { readonly listKeys?: K }): ResourceClient<T, K> {
    return new ResourceClient<T, K>(this, resourceOfKind(kind));
  }

  /** Returns a client for a resource type, for example from `untypedResource`. */
  resourceOf<T extends APIObject>(type: ResourceType<T>): ResourceClient<T> {
    return new ResourceClient(this, type);
  }

  /**
   * Sends a request, and returns the body of the response as a string.
   * @throws the errors of `send`, ConnectionError if the connection breaks, ResponseTooLargeError
   *   for a body of more than `maxResponseBytes` bytes
   */
  async text(request: RESTRequest): Promise<string> {
    return (await this.read(request)).data.toString("utf8");
  }

  /**
   * Sends a request, and returns the body of the response as bytes with its media type.
   * @throws the errors of `send`, ConnectionError if the connection breaks, ResponseTooLargeError
   *   for a body of more than `maxResponseBytes` bytes
   */
  async read(request: RESTRequest): Promise<ResponseData> {
    return this.#read(await this.send(request));
  }

  /**
   * Sends a request. Repeats the request if the server responds with 429 or 5xx and `Retry-After`.
   * Repeats a GET request other than a watch if the connection breaks after the request was sent.
   * Does not follow redirects.
   * @returns a response with a code from 200 to 206, whose body the caller must read or release
   * @throws StatusError for any other code, ConnectionError if the connection fails, the signal's
   * reason if the signal is aborted, Error if a file with a token or certificate cannot be read
   */
  async send(request: RESTRequest): Promise<TransportResponse> {
    const signal = this.#signalOf(request);
    for (let attempt = 0; ; attempt++) {
      const isLast = attempt >= (request.maxRetries ?? defaultRetries);
      if (signal.aborted) throw abortReason(signal);
      const wait = this.#limit?.reserve() ?? 0;
      if (wait > 0) await sleep(wait, signal);
      const response = await this.#attempt(request, signal, isLast);
      if (response === undefined) {
        await sleep(1000, signal);
        continue;
      }
      const again = isLast ? undefined : retryDelayOf(response);
      if (again === undefined) return this.#checked(request, response);
      await discard(response.body);
      await sleep(Math.min(again, this.#maxRetryAfter) * 1000, signal);
    }
  }

  /** Returns the binary format for a kind; undefined if the client uses JSON for the kind. */
  formatOf(kind: GroupVersionKind): ObjectFormat | undefined {
    if (this.#format?.has(kind) !== true || this.#refused.has(nameOf(kind))) return undefined;
    return this.#format;
  }

  /**
   * Records that the server does not accept a kind in the binary format. The client then uses JSON.
   */
  refuseFormatOf(kind: GroupVersionKind): void {
    this.#refused.add(nameOf(kind));
  }

  /** Maximum size of a response, or of an event of a watch, in bytes. */
  get maxResponseBytes(): number {
    return this.#maxResponseBytes;
  }

  /** Closes all connections and aborts open watches. */
  close(): Promise<void> {
    return this.#transport.close();
  }

  /**
   * Sends a request once.
   * @returns undefined if the connection broke and the request can safely be repeated
   */
  async #attempt(
    { method, path, query, headers = {}, body, accepts = json, isStream = false, dropManagedFields }: RESTRequest,
    signal: AbortSignal,
    isLast: boolean,
  ): Promise<TransportResponse | undefined> {
    const parameters = query?.toString() ?? "";
    const drops = dropManagedFields ?? this.#dropManagedFields;
    try {
      return await this.#transport.send({
        method,
        path: parameters === "" ? path : `${path}?${parameters}`,
        headers: {
          accept: accepts.map((type) => (drops ? `${type}${withoutManagedFields}` : type)).join(","),
          ...(await this.#identity.headers()),
          ...headers,
        },
        ...(body === undefined ? {} : { body }),
        isStream,
        signal,
      });
    } catch (error) {
      // A failed watch is not retried here, because the caller opens a new watch at the last
      // received revision.
      if (isLast || isStream || method !== "GET" || !(error instanceof ConnectionError) || error.isUnsent) throw error;
      return undefined;
    }
  }

  async #checked({ method, about = noResource }: RESTRequest, response: TransportResponse): Promise<TransportResponse> {
    const { status, headers } = response;
    const { warning = [] } = headers;
    for (const text of warningTexts(typeof warning === "string" ? [warning] : warning)) this.#onWarning(text);
    if (status >= 200 && status <= 206) return response;
    const data = await this.#read(response);
    const text = statusText(data, this.#format);
    throw errorOfResponse({ method, ...about }, status, data.contentType, text, retryAfterOf(headers) ?? 0);
  }

  async #read({ headers, body }: TransportResponse): Promise<ResponseData> {
    return {
      contentType: headerText(headers, "content-type"),
      data: await readBodyBytes(body, this.#maxResponseBytes),
    };
  }

  #signalOf({ signal, isStream = false }: RESTRequest): AbortSignal {
    const signals = [
      ...(signal === undefined ? [] : [signal]),
      ...(isStream || this.#timeout === 0 ? [] : [AbortSignal.timeout(this.#timeout)]),
    ];
    const [only] = signals;
    if (only === undefined) return never;
    return signals.length === 1 ? only : anySignal(signals);
  }
}

function nameOf(kind: GroupVersionKind): string {
  return `${groupVersionString(kind)} ${kind.kind}`;
}

const never = new AbortController().signal;
// All concurrent requests without a timeout add a listener to this signal. The limit on listeners
// is therefore removed.
setMaxListeners(0, never);
