import type { HTTPRequest } from "../http/types.js";
import type { User } from "../request/api-request.js";
import type { Authenticator } from "./authenticator.js";

/**
 * The headers in which a front proxy sends the user of a request, and the proxies that may send
 * these headers.
 */
export interface RequestHeaderSettings {
  /**
   * Names, in lower case, of the headers that contain the user's name. The first header that is not
   * empty is used.
   */
  readonly usernameHeaders: readonly string[];
  readonly uidHeaders: readonly string[];
  readonly groupHeaders: readonly string[];
  /** Prefixes, in lower case, of the names of headers with extra values. */
  readonly extraHeadersPrefixes: readonly string[];
  /** Common names of the proxies' certificates. If empty, every name is allowed. */
  readonly allowedNames: readonly string[];
}

/**
 * Authenticates requests of a front proxy, which sends the user in headers (Go: headerrequest).
 * Trusts the headers only if the connection has a certificate of the front proxies' CA, with an
 * allowed common name.
 * @param settings returns the current settings; undefined if the server is not behind a front proxy
 */
export function byRequestHeaders(settings: () => RequestHeaderSettings | undefined): Authenticator {
  return (request) => {
    const { certificate } = request.peer;
    const current = settings();
    if (certificate === undefined || current === undefined) return undefined;
    if (!certificate.isFrontProxy) throw new Error("x509: certificate signed by unknown authority");
    const { allowedNames } = current;
    if (allowedNames.length > 0 && !allowedNames.includes(certificate.commonName))
      throw new Error(`x509: subject with cn=${certificate.commonName} is not in the allowed list`);
    return userOf(request, current);
  };
}

function userOf(request: HTTPRequest, settings: RequestHeaderSettings): User | undefined {
  const name = firstValue(request, settings.usernameHeaders);
  if (name === "") return undefined;
  const uid = firstValue(request, settings.uidHeaders);
  return {
    name,
    groups: settings.groupHeaders.flatMap((header) => request.headerLines(header)),
    extra: extraOf(request, settings.extraHeadersPrefixes),
    ...(uid === "" ? {} : { uid }),
  };
}

/**
 * Returns the first value of the first header whose first value is not empty; empty if no header
 * has such a value.
 */
function firstValue(request: HTTPRequest, headers: readonly string[]): string {
  return headers.map((header) => request.headerLines(header)[0] ?? "").find((value) => value !== "") ?? "";
}

/**
 * Returns the extra values of a user from the headers whose names begin with a prefix. Several
 * headers can have the same key, because a key can be escaped in several ways.
 */
export function extraOf(
  request: Pick<HTTPRequest, "headerNames" | "headerLines">,
  prefixes: readonly string[],
): User["extra"] {
  const extra = new Map<string, readonly string[]>();
  for (const prefix of prefixes) {
    for (const header of request.headerNames()) {
      if (!header.startsWith(prefix)) continue;
      const key = unescaped(header.slice(prefix.length));
      extra.set(key, [...(extra.get(key) ?? []), ...request.headerLines(header)]);
    }
  }
  return Object.fromEntries(extra);
}

/**
 * Returns an extra key without the escapes of header names. A key with an invalid escape stays
 * unchanged.
 */
function unescaped(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}
