import type { ObjectFormat } from "./object-format.js";
import type { WarningHandler } from "./warnings.js";

/**
 * Address of a server, and credentials of the client (Go: rest.Config). Certificates and keys are
 * in PEM.
 */
export interface ClientConfig {
  /**
   * URL of the server, for example `https://10.0.0.1:6443`. It has a path if the server is not at
   * the root of the host.
   */
  readonly server: string;
  /** Certificates of the client and of the server's authorities. */
  readonly tls?: TLSConfig;
  /** Credentials other than a certificate. */
  readonly auth?: AuthConfig;
  /** User and groups as which the client sends its requests. */
  readonly impersonate?: Impersonation;
  /**
   * URL of a proxy, with `http://` or `https://`. Default: the environment variables `HTTPS_PROXY`
   * and `NO_PROXY`.
   */
  readonly proxyURL?: string;
  /**
   * First part of the user agent; version and platform follow. Default: the name of the program.
   */
  readonly userAgent?: string;
  /**
   * Timeout of a request including its retries, in milliseconds. It does not apply to watches.
   * Absent or 0: no timeout.
   */
  readonly timeout?: number;
  /**
   * Rate limit of this client: `qps` requests per second on average, and at most `burst` requests
   * without a delay. client-go's defaults are 5 and 10. Absent: no limit, because current servers
   * limit clients by responses with 429 and `Retry-After`. The client waits as long as this header
   * requires.
   */
  readonly rateLimit?: { readonly qps: number; readonly burst: number };
  /**
   * Maximum size of a response, or of one event of a watch, in bytes after decompression. Larger
   * responses and events fail with ResponseTooLargeError. Default: 268,435,456 (256 MiB).
   */
  readonly maxResponseBytes?: number;
  /**
   * Maximum wait after a response with `Retry-After`, in seconds. If the header requires a longer
   * wait, the client waits for this time only. Default: 300.
   */
  readonly maxRetryAfter?: number;
  /**
   * True to ask the server for objects without managedFields, which can be half of an object. A
   * server that does not know this request sends them. `extract` needs them. Default: false.
   */
  readonly dropManagedFields?: boolean;
  /**
   * A binary format for the kinds that have it: `protobufFormat(scheme)` of
   * `@apimachinery/client/protobuf`. Default: all objects are JSON.
   */
  readonly format?: ObjectFormat;
  /** True to disable gzip compression of responses. */
  readonly disableCompression?: boolean;
  /**
   * Receives the warnings of servers. Default: each distinct warning is written to standard error
   * once.
   */
  readonly onWarning?: WarningHandler;
}

export interface TLSConfig {
  /**
   * PEM certificates of the authorities that may sign the server's certificate. Default: the
   * authorities of the system.
   */
  readonly ca?: string;
  /** PEM client certificate; `key` is its private key. */
  readonly certificate?: string;
  /** PEM private key of the client certificate. */
  readonly key?: string;
  /**
   * Path of a file with the certificates of authorities. A new connection uses file contents that
   * are at most one minute old. A readable file takes precedence over the value of `ca`,
   * `certificate` or `key`.
   */
  readonly caFile?: string;
  /** Path of the file for `certificate`. */
  readonly certificateFile?: string;
  /** Path of the file for `key`. */
  readonly keyFile?: string;
  /** Name that the server's certificate must have. Default: the host of the URL. */
  readonly serverName?: string;
  /** True if the client accepts every server certificate. */
  readonly insecureSkipVerify?: boolean;
}

export interface AuthConfig {
  readonly token?: string;
  /**
   * Path of a file with the token. It is read again every minute, because tokens of service
   * accounts are renewed. A readable file takes precedence over `token`.
   */
  readonly tokenFile?: string;
  readonly username?: string;
  readonly password?: string;
}

export interface Impersonation {
  readonly user: string;
  readonly uid?: string;
  readonly groups?: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/**
 * Checks a configuration.
 * @throws Error for values that contradict each other or cannot be sent
 */
export function validateClientConfig({
  server,
  tls = {},
  auth = {},
  impersonate,
  rateLimit,
  maxResponseBytes = 1,
  maxRetryAfter = 0,
}: ClientConfig): void {
  const url = URL.canParse(server) ? new URL(server) : undefined;
  if (url === undefined || !["http:", "https:"].includes(url.protocol))
    throw new Error(`host must be a URL: ${JSON.stringify(server)}`);
  if (tls.insecureSkipVerify === true && (tls.ca ?? tls.caFile) !== undefined)
    throw new Error("specifying a root certificates file with the insecure flag is not allowed");
  if (((tls.certificate ?? tls.certificateFile) === undefined) !== ((tls.key ?? tls.keyFile) === undefined))
    throw new Error("a client certificate and its key must be given together");
  const hasToken = (auth.token ?? "") !== "" || (auth.tokenFile ?? "") !== "";
  if ((auth.username ?? "") !== "" && hasToken)
    throw new Error("username/password or bearer token may be set, but not both");
  const isMore = impersonate !== undefined && impersonate.user === "";
  if (isMore) throw new Error("requesting uid, groups or user-extra without impersonating a user");
  if (rateLimit !== undefined && !(rateLimit.qps > 0 && rateLimit.burst >= 1))
    throw new Error("a rate limit needs a positive qps and a burst of at least 1");
  if (!(maxResponseBytes >= 1)) throw new Error(`maxResponseBytes is ${maxResponseBytes}: it must be at least 1`);
  if (!(maxRetryAfter >= 0))
    throw new Error(`maxRetryAfter is ${maxRetryAfter}: it must be a number of seconds of at least 0`);
}
