import type { ObjectFormat } from "./object-format.js";
import type { WarningHandler } from "./warnings.js";

/**
 * Address of a server, and credentials of the client (Go: rest.Config). All certificates and keys
 * are in PEM.
 */
export interface ClientConfig {
  /**
   * URL of the server, for example `https://10.0.0.1:6443`. The URL contains a path if the server
   * is not at the root path of the host.
   */
  readonly server: string;
  /** Certificate and key of the client, and certificates of the CAs that the client trusts. */
  readonly tls?: TLSConfig;
  /** Credentials other than a client certificate. */
  readonly auth?: AuthConfig;
  /** User and groups that the client impersonates in its requests. */
  readonly impersonate?: Impersonation;
  /**
   * URL of a proxy, with the scheme `http` or `https`. Default: the proxy in the environment
   * variables `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`.
   */
  readonly proxyURL?: string;
  /**
   * Value of the User-Agent header. Default: the name of the program, Node's version and the
   * platform, as `defaultUserAgent` returns them.
   */
  readonly userAgent?: string;
  /**
   * Timeout of a request including its retries, in milliseconds. It does not apply to watches.
   * Absent or 0: no timeout.
   */
  readonly timeout?: number;
  /**
   * Rate limit of this client: `qps` requests per second on average, and at most `burst` requests
   * without a delay. Default: no limit. client-go's defaults are 5 and 10, but current servers
   * limit clients by responses with 429 and `Retry-After`. The client waits as long as this header
   * requires, up to `maxRetryAfter`.
   */
  readonly rateLimit?: { readonly qps: number; readonly burst: number };
  /**
   * Maximum size of a response, or of one event of a watch, in bytes after decompression. Larger
   * responses and events fail with ResponseTooLargeError. Default: 268,435,456 (256 MiB).
   */
  readonly maxResponseBytes?: number;
  /**
   * Maximum wait after a response with `Retry-After`, in seconds. If the header requires a longer
   * wait, the client retries after this maximum. Default: 300.
   */
  readonly maxRetryAfter?: number;
  /**
   * True to request objects without managedFields, which can make up half of an object. Servers
   * that do not support this option send managedFields anyway. Must be false for objects that are
   * passed to `extract`, which needs managedFields. Default: false.
   */
  readonly dropManagedFields?: boolean;
  /**
   * A binary format for the kinds that support it: the result of `protobufFormat(scheme)` from
   * `@apimachinery/client/protobuf`. Default: the client uses JSON for all kinds.
   */
  readonly format?: ObjectFormat;
  /** True to disable gzip compression of responses. */
  readonly disableCompression?: boolean;
  /**
   * Receives the warnings of servers. Default: writes each distinct warning to standard error once.
   */
  readonly onWarning?: WarningHandler;
}

export interface TLSConfig {
  /**
   * PEM certificates of the CAs that may sign the server's certificate. Default: the CAs of the
   * system.
   */
  readonly ca?: string;
  /** PEM client certificate; `key` is its private key. */
  readonly certificate?: string;
  /** PEM private key of the client certificate. */
  readonly key?: string;
  /**
   * Path of a file with the certificates of CAs, which can change. A new connection uses contents
   * of the file that are at most one minute old. If the file is readable, its contents take
   * precedence over `ca`. The same applies to the following files.
   */
  readonly caFile?: string;
  /** Path of a file with the client certificate. It takes precedence over `certificate`. */
  readonly certificateFile?: string;
  /** Path of a file with the private key. It takes precedence over `key`. */
  readonly keyFile?: string;
  /** Host name that the server's certificate must contain. Default: the host in the URL. */
  readonly serverName?: string;
  /** True if the client accepts every server certificate. */
  readonly insecureSkipVerify?: boolean;
}

export interface AuthConfig {
  readonly token?: string;
  /**
   * Path of a file with the token. The file is read again every minute, because tokens of service
   * accounts are renewed. If the file is readable, its contents take precedence over `token`.
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
 * Validates a client configuration.
 * @throws Error if `server` is not an HTTP URL, if a certificate has no key or a key no
 *   certificate, if values exclude each other (a CA and `insecureSkipVerify`, a token and a user
 *   name), if the impersonated user is empty, or if a limit is outside its range
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
