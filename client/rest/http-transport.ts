import { createGunzip } from "node:zlib";
import { pipeline, type Readable } from "node:stream";
import type { Dispatcher } from "undici";
import type { ClientConfig, TLSConfig } from "./client-config.js";
import { abortReason, untilAborted } from "./sleep.js";
import { TLSFiles } from "./tls-files.js";
import { ConnectionError, type Transport, type TransportRequest, type TransportResponse } from "./transport.js";

/** Maximum time to open a connection, in milliseconds, as in Go's HTTP client. */
const connectTimeout = 30_000;
/**
 * Time without data after which TCP keep-alive probes are sent on a connection, in milliseconds.
 * The probes detect that a server no longer exists.
 */
const keepAlive = 30_000;
/**
 * Maximum number of concurrent requests. Watches are not counted: each watch has a separate
 * connection and therefore does not block other requests.
 */
const connections = 64;

interface Dispatchers {
  readonly requests: Dispatcher;
  readonly streams: Dispatcher;
}

/**
 * Sends requests over HTTP/1.1 with persistent connections. The library undici is loaded at the
 * first request, because clients in the process of a server do not need it.
 */
export class HTTPTransport implements Transport {
  readonly #config: ClientConfig;
  readonly #origin: string;
  readonly #prefix: string;
  readonly #files: TLSFiles;
  #tls: TLSConfig | undefined;
  /** Connections with previous certificates that still have requests in progress. */
  readonly #retired = new Set<Promise<Dispatchers>>();
  #dispatchers: Promise<Dispatchers> | undefined;

  constructor(config: ClientConfig) {
    const url = new URL(config.server);
    this.#config = config;
    this.#files = new TLSFiles(config.tls ?? {});
    this.#origin = url.origin;
    this.#prefix = url.pathname.replace(/\/+$/, "");
  }

  async send({ method, path, headers, body, isStream, signal }: TransportRequest): Promise<TransportResponse> {
    const { requests, streams } = await this.#connected(await this.#files.current());
    const isCompressed = !isStream && this.#config.disableCompression !== true;
    try {
      const sent = (isStream ? streams : requests).request({
        origin: this.#origin,
        path: `${this.#prefix}${path}`,
        method,
        headers: {
          ...Object.fromEntries(
            Object.entries(headers).map(([name, value]) => [
              name,
              typeof value === "string" ? bytesOf(value) : value.map(bytesOf),
            ]),
          ),
          ...(isCompressed ? { "accept-encoding": "gzip" } : {}),
        },
        body: body ?? null,
        signal,
        // A watch has no timeout, because it can be without data for a long time.
        ...(isStream ? { bodyTimeout: 0 } : {}),
      });
      const response = await untilAborted(sent, signal);
      if (response.statusCode === 401) this.#files.expire();
      const text = response.headers["content-encoding"] === "gzip" ? gunzip(response.body) : response.body;
      return { status: response.statusCode, headers: response.headers, body: this.#chunks(text, method, path, signal) };
    } catch (error) {
      throw this.#failure(error, method, path, signal);
    }
  }

  async close(): Promise<void> {
    const made = await Promise.allSettled([
      ...this.#retired,
      ...(this.#dispatchers === undefined ? [] : [this.#dispatchers]),
    ]);
    const all = made.flatMap((one) => (one.status === "fulfilled" ? [one.value.requests, one.value.streams] : []));
    await Promise.all(all.map((dispatcher) => dispatcher.destroy()));
  }

  /**
   * Returns the connections that use these certificates. If the certificates have changed, opens
   * new connections; requests in progress finish on the previous connections.
   */
  #connected(tls: TLSConfig): Promise<Dispatchers> {
    if (this.#dispatchers !== undefined && tls === this.#tls) return this.#dispatchers;
    if (this.#dispatchers !== undefined) void this.#retire(this.#dispatchers);
    this.#tls = tls;
    this.#dispatchers = dispatchersOf({ ...this.#config, tls }, this.#origin);
    return this.#dispatchers;
  }

  async #retire(old: Promise<Dispatchers>): Promise<void> {
    this.#retired.add(old);
    // Errors are ignored here. Either `close` has already destroyed these connections, or they
    // could not be opened and therefore have no requests.
    await old.then(({ requests, streams }) => Promise.all([requests.close(), streams.close()])).catch(() => undefined);
    this.#retired.delete(old);
  }

  async *#chunks(body: Readable, method: string, path: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of body) yield chunk as Uint8Array;
    } catch (error) {
      throw this.#failure(error, method, path, signal);
    }
  }

  #failure(error: unknown, method: string, path: string, signal: AbortSignal): Error {
    if (signal.aborted) return abortReason(signal);
    const advice = isRefused(error) ? ". No server listens there: start the server, or correct its address" : "";
    const text = `${error instanceof Error ? textOf(error) : String(error)}${advice}`;
    this.#files.expire();
    return new ConnectionError(`${method} ${this.#origin}${this.#prefix}${path}: ${text}`, isUnsent(error), error);
  }
}

/**
 * Matches the codes of errors that occur before a request is sent: undici's connect timeout, and
 * Node's errors about the certificate of a server.
 */
const beforeRequest = /^(UND_ERR_CONNECT_TIMEOUT|ERR_TLS_CERT_.*|CERT_.*|UNABLE_TO_.*|.*SELF_SIGNED_CERT.*)$/;

/**
 * Reports whether a request certainly failed before it was sent: during name resolution, while
 * connecting, or because of the server's certificate.
 */
function isUnsent(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.every(isUnsent);
  const { code = "", syscall = "" } = error as { readonly code?: string; readonly syscall?: string };
  return syscall === "connect" || syscall === "getaddrinfo" || beforeRequest.test(code);
}

/** Reports whether the server refused the connection, because no program listens at its address. */
function isRefused(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.every(isRefused);
  return (error as { readonly code?: string }).code === "ECONNREFUSED";
}

function textOf(error: Error): string {
  // If all addresses of a host have failed, the message is empty, and `errors` contains the errors.
  if (error.message !== "" || !(error instanceof AggregateError)) return error.message;
  return error.errors.map((each: unknown) => (each instanceof Error ? each.message : String(each))).join("; ");
}

/**
 * Encodes a header value as UTF-8, as Go does. The result is a string with one character for each
 * byte, which HTTP libraries write unchanged.
 */
function bytesOf(value: string): string {
  return Buffer.from(value, "utf8").toString("latin1");
}

function gunzip(body: Readable): Readable {
  return pipeline(body, createGunzip(), () => {
    // The error is ignored here, because the reader of the decompressed body also receives it.
  });
}

async function dispatchersOf({ tls = {}, proxyURL }: ClientConfig, origin: string): Promise<Dispatchers> {
  const { Agent, EnvHttpProxyAgent, ProxyAgent } = await import("undici");
  const connect = { ...tlsOptions(tls), timeout: connectTimeout, keepAliveInitialDelay: keepAlive };
  const make = (limit: { readonly connections?: number }): Dispatcher => {
    if (proxyURL !== undefined) return new ProxyAgent({ uri: proxyURL, requestTls: connect, connect, ...limit });
    return isProxied(origin)
      ? new EnvHttpProxyAgent({ requestTls: connect, connect, ...limit })
      : new Agent({ connect, ...limit });
  };
  return { requests: make({ connections }), streams: make({}) };
}

/**
 * Reports whether an environment variable configures a proxy for the scheme of the server. The
 * client then uses the agent that reads these variables for each request. Otherwise, it does not
 * use this agent, because the agent is slower.
 */
function isProxied(origin: string): boolean {
  const name = origin.startsWith("https:") ? "https_proxy" : "http_proxy";
  return (process.env[name] ?? process.env[name.toUpperCase()] ?? "") !== "";
}

function tlsOptions({ ca, certificate, key, serverName, insecureSkipVerify }: TLSConfig): object {
  return {
    ...(ca === undefined ? {} : { ca }),
    ...(certificate === undefined ? {} : { cert: certificate }),
    ...(key === undefined ? {} : { key }),
    ...(serverName === undefined ? {} : { servername: serverName }),
    ...(insecureSkipVerify === true ? { rejectUnauthorized: false } : {}),
  };
}
