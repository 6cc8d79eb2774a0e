import type { WarningHandler } from "./warnings.js";

/** How to reach a server, and as whom: Go's rest.Config. Certificates and keys are PEM. */
export interface ClientConfig {
  /** With its scheme, and the path where the server is not at the root: `https://10.0.0.1:6443`. */
  readonly server: string;
  readonly tls?: TLSConfig;
  readonly auth?: AuthConfig;
  readonly impersonate?: Impersonation;
  /**
   * `http://` or `https://`; what the environment says (`HTTPS_PROXY`, `NO_PROXY`) where absent.
   */
  readonly proxyURL?: string;
  /** Before the version and platform where absent: the program's name. */
  readonly userAgent?: string;
  /**
   * For a request that is not a watch, in milliseconds, retries included; none where absent or 0.
   */
  readonly timeout?: number;
  /**
   * Requests per second, and how many at once, before this client makes itself wait. Off where
   * absent, other than client-go's 5 and 10: servers protect themselves today (429 with
   * Retry-After, which is honoured), and a client that waits alone only adds latency.
   */
  readonly rateLimit?: { readonly qps: number; readonly burst: number };
  /**
   * The longest response, and the longest event of a watch, that is read, in bytes after
   * decompression; 268,435,456 (256 MiB) where absent. A longer one fails with
   * ResponseTooLargeError.
   */
  readonly maxResponseBytes?: number;
  /**
   * The longest wait that a server can ask for with `Retry-After`, in seconds; 300 where absent. A
   * longer one is shortened to it.
   */
  readonly maxRetryAfter?: number;
  /** Asks for answers as they are instead of gzip. */
  readonly disableCompression?: boolean;
  /** Who hears the warnings that servers send; standard error, each once, where absent. */
  readonly onWarning?: WarningHandler;
}

export interface TLSConfig {
  /** Whom the server's certificate must lead to; the system's authorities where absent. */
  readonly ca?: string;
  /** The client's own certificate, and its key. */
  readonly certificate?: string;
  readonly key?: string;
  /**
   * Files of the same, read again every minute: connections are made with what they have then. They
   * win over the texts where they can be used.
   */
  readonly caFile?: string;
  readonly certificateFile?: string;
  readonly keyFile?: string;
  /** The name that the server's certificate must have, where it is not the URL's. */
  readonly serverName?: string;
  /** Believes any server. */
  readonly insecureSkipVerify?: boolean;
}

export interface AuthConfig {
  readonly token?: string;
  /**
   * Read again every minute, as tokens of service accounts are renewed. Wins over `token` where it
   * can be read.
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

/** @throws Error for what contradicts itself, or can't be sent */
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
