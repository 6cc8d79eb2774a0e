import { parseAddress } from "./address.js";
import { encodeByteString, quoteBytes, decodeByteString } from "./byte-string.js";
import { escaped, isEncoded, unescaped, type URLPart } from "./escape.js";

/**
 * A URL with the components and the rules of Go's net/url. Its properties are byte strings; other
 * modules read them through the functions of this file.
 */
export interface GoURL {
  readonly scheme: string;
  /**
   * The part after the scheme if it does not begin with a slash: `a@b.c` in `mailto:a@b.c`. Empty
   * for other URLs.
   */
  readonly opaque: string;
  readonly user: User | undefined;
  readonly host: string;
  /** True if the scheme is followed by one slash only, as in `file:/a`. */
  readonly omitsHost: boolean;
  readonly path: EscapedPart;
  readonly query: string;
  readonly endsWithQuestionMark: boolean;
  readonly fragment: EscapedPart;
}

interface User {
  readonly name: string;
  readonly password: string | undefined;
}

/** A URL component: `written` as it is in the URL, and `plain` after percent-decoding. */
interface EscapedPart {
  readonly written: string;
  readonly plain: string;
}

const noPart: EscapedPart = { written: "", plain: "" };

/**
 * Parses an absolute URI or an absolute path as Go's url.ParseRequestURI does.
 * @throws Error with Go's message for a string that is neither
 */
export function parseRequestURI(text: string): GoURL {
  const bytes = encodeByteString(text);
  return withContext(bytes, () => parse(bytes, true));
}

/**
 * Parses a URL, which can have a fragment, as Go's url.Parse does.
 * @throws Error with Go's message for a string that is not a URL
 */
export function parseURL(text: string): GoURL {
  const bytes = encodeByteString(text);
  const [start, fragment] = cut(bytes, "#");
  const url = withContext(start, () => parse(start, false));
  if (fragment === "") return url;
  return withContext(bytes, () => ({ ...url, fragment: partOf(fragment, "fragment") }));
}

function withContext(bytes: string, run: () => GoURL): GoURL {
  try {
    return run();
  } catch (error) {
    throw error instanceof Error ? new Error(`parse ${quoteBytes(bytes)}: ${error.message}`, { cause: error }) : error;
  }
}

/**
 * Returns the parts of a string before and after the first separator. Without a separator, the
 * second part is empty.
 */
function cut(text: string, separator: string): [before: string, behind: string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}

function partOf(written: string, part: URLPart): EscapedPart {
  return { written, plain: unescaped(written, part) };
}

function parse(bytes: string, isRequest: boolean): GoURL {
  if (/[\0-\x1f\x7f]/.test(bytes)) throw new Error("net/url: invalid control character in URL");
  if (bytes === "" && isRequest) throw new Error("empty url");
  if (bytes === "*") return urlOf("", "", { path: { written: "*", plain: "*" } });
  const scheme = /^[A-Za-z][A-Za-z0-9+.-]*(?=:)/.exec(bytes)?.[0] ?? "";
  const afterScheme = scheme === "" ? bytes : bytes.slice(scheme.length + 1);
  if (bytes.startsWith(":")) throw new Error("missing protocol scheme");
  const [rest, query] = cut(afterScheme, "?");
  const endsWithQuestionMark = query === "" && rest !== afterScheme;
  const name = scheme.toLowerCase();
  if (scheme !== "" && !rest.startsWith("/")) return urlOf(name, query, { endsWithQuestionMark, opaque: rest });
  checkRelative(rest, isRequest);
  const hasAuthority = rest.startsWith("//") && (scheme !== "" || (!isRequest && !rest.startsWith("///")));
  if (!hasAuthority)
    return urlOf(name, query, { endsWithQuestionMark, omitsHost: scheme !== "", path: partOf(rest, "path") });
  const [authority] = cut(rest.slice(2), "/");
  const { host, user } = parseAuthority(name, authority);
  const path = partOf(rest.slice(2 + authority.length), "path");
  return urlOf(name, query, { endsWithQuestionMark, host, user, path });
}

/** Creates a URL. Each property is copied by name, which is faster than a spread. */
function urlOf(
  scheme: string,
  query: string,
  { opaque = "", user, host = "", omitsHost = false, path = noPart, endsWithQuestionMark = false }: Partial<GoURL>,
): GoURL {
  return { scheme, opaque, user, host, omitsHost, path, query, endsWithQuestionMark, fragment: noPart };
}

function checkRelative(rest: string, isRequest: boolean): void {
  if (rest.startsWith("/")) return;
  if (isRequest) throw new Error("invalid URI for request");
  if (cut(rest, "/")[0].includes(":")) throw new Error("first path segment in URL cannot contain colon");
}

function parseAuthority(scheme: string, authority: string): Pick<GoURL, "user" | "host"> {
  const at = authority.lastIndexOf("@");
  const host = parseHost(scheme, authority.slice(at + 1));
  if (at < 0) return { host, user: undefined };
  const user = authority.slice(0, at);
  if (/[^A-Za-z0-9\-._~:!$&'()*+,;=%@]/.test(user)) throw new Error("net/url: invalid userinfo");
  const [name, password] = cut(user, ":");
  return {
    host,
    user: {
      name: unescaped(name, "user"),
      password: user.includes(":") ? unescaped(password, "user") : undefined,
    },
  };
}

function parseHost(scheme: string, host: string): string {
  const open = host.lastIndexOf("[");
  if (open > 0) throw new Error("invalid IP-literal");
  if (open === 0) return parseBracketed(host);
  // With the scheme http or https, the first colon starts the port, because the host cannot contain
  // colons.
  const colon = scheme === "http" || scheme === "https" ? host.indexOf(":") : host.lastIndexOf(":");
  if (colon >= 0) checkPort(host.slice(colon));
  return unescaped(host, "host");
}

/** Parses an IPv6 address in brackets, with an optional port. */
function parseBracketed(host: string): string {
  const close = host.lastIndexOf("]");
  if (close < 0) throw new Error("missing ']' in host");
  const port = host.slice(close + 1);
  checkPort(port);
  const inner = host.slice(1, close);
  const zone = inner.indexOf("%25");
  const address =
    zone < 0
      ? unescaped(inner, "host")
      : unescaped(inner.slice(0, zone), "host") + unescaped(inner.slice(zone), "zone");
  if (addressIn(address).length === 4) throw new Error("invalid IP-literal");
  return `[${address}]${port}`;
}

function addressIn(text: string): readonly number[] {
  try {
    return parseAddress(text).bytes;
  } catch (error) {
    throw error instanceof Error ? new Error(`invalid host: ${error.message}`, { cause: error }) : error;
  }
}

function checkPort(port: string): void {
  if (!isPort(port)) throw new Error(`invalid port ${quoteBytes(port)} after host`);
}

function isPort(text: string): boolean {
  return /^(?::[0-9]*)?$/.test(text);
}

/** Returns the host without brackets and port, and the port, which can be empty. */
export function hostAndPort({ host }: GoURL): { readonly host: string; readonly port: string } {
  const colon = host.lastIndexOf(":");
  const end = colon >= 0 && isPort(host.slice(colon)) ? colon : host.length;
  const name = host.slice(0, end);
  return {
    host: decodeByteString(/^\[[^]*\]$/.test(name) ? name.slice(1, -1) : name),
    port: decodeByteString(host.slice(end + 1)),
  };
}

export function hostOf({ host }: GoURL): string {
  return decodeByteString(host);
}

/**
 * Returns the path in percent-encoded form: as it was written if no encoding is missing, and
 * otherwise as Go encodes it.
 */
export function escapedPath({ path }: GoURL): string {
  return decodeByteString(encodedPart(path, "path"));
}

function encodedPart({ written, plain }: EscapedPart, part: URLPart): string {
  return isEncoded(written, part) ? written : escaped(plain, part);
}

/**
 * Returns the values of each key of the query. Pairs that contain a semicolon or cannot be decoded
 * are omitted. For a query of more than 10,000 pairs, the result is empty.
 */
export function queryValues({ query }: GoURL): ReadonlyMap<string, readonly string[]> {
  const values = new Map<string, string[]>();
  const pairs = query.split("&");
  if (pairs.length > 10_000) return values;
  for (const pair of pairs) {
    if (pair === "" || pair.includes(";")) continue;
    const [key, value] = cut(pair, "=").map(queryPart);
    if (key === undefined || value === undefined) continue;
    const known = values.get(key);
    if (known === undefined) values.set(key, [value]);
    else known.push(value);
  }
  return values;
}

/** Decodes a key or a value of a query; undefined if the percent-encoding is invalid. */
function queryPart(text: string): string | undefined {
  return /%(?![0-9a-fA-F]{2})/.test(text) ? undefined : decodeByteString(unescaped(text, "query"));
}

/** Returns the URL as Go prints it. */
export function urlString(url: GoURL): string {
  const { scheme, opaque, query, endsWithQuestionMark, fragment } = url;
  const start = scheme === "" ? "" : `${scheme}:`;
  const rest = opaque === "" ? hierarchy(url) : opaque;
  const end = fragment.plain === "" ? "" : `#${encodedPart(fragment, "fragment")}`;
  return decodeByteString(`${start}${rest}${endsWithQuestionMark || query !== "" ? "?" : ""}${query}${end}`);
}

/** Returns the part of a URL after its scheme and before its query: user, host and path. */
function hierarchy({ scheme, user, host, omitsHost, path }: GoURL): string {
  const written = encodedPart(path, "path");
  const hasSlashes = host !== "" || user !== undefined || (scheme !== "" && path.plain !== "" && !omitsHost);
  const authority = `${user === undefined ? "" : `${userText(user)}@`}${escaped(host, "host")}`;
  const separator = written !== "" && !written.startsWith("/") && host !== "" ? "/" : "";
  const isAmbiguous = scheme === "" && !hasSlashes && cut(written, "/")[0].includes(":");
  return `${hasSlashes ? `//${authority}` : ""}${isAmbiguous ? "./" : separator}${written}`;
}

function userText({ name, password }: User): string {
  return `${escaped(name, "user")}${password === undefined ? "" : `:${escaped(password, "user")}`}`;
}
