import { setMaxListeners } from "node:events";
import type { KindDefinition } from "@apimachinery/runtime";
import { errorOfResponse, type FailedRequest } from "../errors/from-response.js";
import { validateClientConfig, type ClientConfig } from "./client-config.js";
import { HTTPTransport } from "./http-transport.js";
import { defaultMaxResponseBytes, discard, readText } from "./read-body.js";
import { IdentityHeaders } from "./request-headers.js";
import { ResourceClient } from "./resource-client.js";
import { type APIObject, resourceOfKind, type ResourceType } from "./resource-type.js";
import { defaultMaxRetryAfter, retryAfterOf, retryDelayOf } from "./retry-after.js";
import { reasonOf, sleep } from "./sleep.js";
import { TokenBucket } from "./token-bucket.js";
import { ConnectionError, headerText, type Transport, type TransportResponse } from "./transport.js";
import { warningTexts, warnOnce, type WarningHandler } from "./warnings.js";

/** One request, whatever it is about. */
export interface RESTRequest {
  readonly method: string;
  /** Absolute, escaped, without a query. */
  readonly path: string;
  readonly query?: URLSearchParams;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** For an answer without an end of its own: a watch. */
  readonly isStream?: boolean;
  readonly signal?: AbortSignal | undefined;
  /**
   * How often it is sent again at most, where the server says when to, or a connection breaks that
   * was only read from.
   */
  readonly maxRetries?: number | undefined;
  /** What errors say it was about. */
  readonly about?: Omit<FailedRequest, "method">;
}

const defaultRetries = 10;
const noResource: Omit<FailedRequest, "method"> = { resource: "", group: "", name: "" };

/**
 * Sends requests to one server as one user: Go's rest.Interface. Typed clients of single resources
 * are made from it.
 */
export class RESTClient {
  readonly #transport: Transport;
  readonly #identity: IdentityHeaders;
  readonly #limit: TokenBucket | undefined;
  readonly #timeout: number;
  readonly #maxResponseBytes: number;
  readonly #maxRetryAfter: number;
  readonly #onWarning: WarningHandler;

  /**
   * @param transport how requests reach the server, where it is not over HTTP
   * @throws Error for a configuration that contradicts itself
   */
  constructor(config: ClientConfig, transport?: Transport) {
    validateClientConfig(config);
    this.#transport = transport ?? new HTTPTransport(config);
    this.#identity = new IdentityHeaders(config);
    this.#limit =
      config.rateLimit === undefined ? undefined : new TokenBucket(config.rateLimit.qps, config.rateLimit.burst);
    this.#timeout = config.timeout ?? 0;
    this.#maxResponseBytes = config.maxResponseBytes ?? defaultMaxResponseBytes;
    this.#maxRetryAfter = config.maxRetryAfter ?? defaultMaxRetryAfter;
    this.#onWarning = config.onWarning ?? warnOnce((line) => process.stderr.write(`${line}\n`));
  }

  /**
   * The resource of a kind: `client.resource(Kinds.Pizza).namespace("default")`. @throws Error for
   * a kind that has none
   */
  resource<T extends APIObject>(kind: KindDefinition<T>): ResourceClient<T> {
    return this.resourceOf(resourceOfKind(kind));
  }

  /** As `resource`, for what no generated code knows: see `untypedResource`. */
  resourceOf<T extends APIObject>(type: ResourceType<T>): ResourceClient<T> {
    return new ResourceClient(this, type);
  }

  /**
   * Sends a request and reads its whole response. @throws StatusError, ConnectionError,
   * ResponseTooLargeError, the signal's reason
   */
  async text(request: RESTRequest): Promise<string> {
    const response = await this.send(request);
    return readText(response.body, this.#maxResponseBytes);
  }

  /**
   * Sends a request, again where the server says when to. @returns the response of a code from 200
   * to 206, whose body must be read or released
   * @throws StatusError for any other code (redirects are not followed), ConnectionError, the
   * signal's reason
   */
  async send(request: RESTRequest): Promise<TransportResponse> {
    const signal = this.#signalOf(request);
    for (let attempt = 0; ; attempt++) {
      const isLast = attempt >= (request.maxRetries ?? defaultRetries);
      if (signal.aborted) throw reasonOf(signal);
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

  /** The longest response, and the longest event of a watch, that this client reads, in bytes. */
  get maxResponseBytes(): number {
    return this.#maxResponseBytes;
  }

  /** Lets go of all connections. Watches that are open are cut off. */
  close(): Promise<void> {
    return this.#transport.close();
  }

  /** @returns undefined where a connection broke and asking again does no harm */
  async #attempt(
    { method, path, query, headers = {}, body, isStream = false }: RESTRequest,
    signal: AbortSignal,
    isLast: boolean,
  ): Promise<TransportResponse | undefined> {
    const parameters = query?.toString() ?? "";
    try {
      return await this.#transport.send({
        method,
        path: parameters === "" ? path : `${path}?${parameters}`,
        headers: { accept: "application/json", ...(await this.#identity.headers()), ...headers },
        ...(body === undefined ? {} : { body }),
        isStream,
        signal,
      });
    } catch (error) {
      // Who watches knows better where to go on.
      if (isLast || isStream || method !== "GET" || !(error instanceof ConnectionError) || error.isUnsent) throw error;
      return undefined;
    }
  }

  async #checked({ method, about = noResource }: RESTRequest, response: TransportResponse): Promise<TransportResponse> {
    const { status, headers, body } = response;
    const { warning = [] } = headers;
    for (const text of warningTexts(typeof warning === "string" ? [warning] : warning)) this.#onWarning(text);
    if (status >= 200 && status <= 206) return response;
    const text = await readText(body, this.#maxResponseBytes);
    throw errorOfResponse(
      { method, ...about },
      status,
      headerText(headers, "content-type"),
      text,
      retryAfterOf(headers) ?? 0,
    );
  }

  #signalOf({ signal, isStream = false }: RESTRequest): AbortSignal {
    const signals = [
      ...(signal === undefined ? [] : [signal]),
      ...(isStream || this.#timeout === 0 ? [] : [AbortSignal.timeout(this.#timeout)]),
    ];
    const [only] = signals;
    if (only === undefined) return never;
    return signals.length === 1 ? only : AbortSignal.any(signals);
  }
}

const never = new AbortController().signal;
// As many requests as there are have it at once.
setMaxListeners(0, never);
