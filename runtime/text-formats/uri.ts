import { parseIP } from "../validation/ip-address.js";

/**
 * Reports whether a text is an absolute URI or an absolute path, as Go's url.ParseRequestURI parses
 * them. Takes linear time.
 */
export function isURI(text: string): boolean {
  if (text === "" || /[\0-\x1f\x7f]/.test(text)) return false;
  if (text === "*") return true;
  const [, scheme = ""] = /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(text) ?? [];
  if (scheme === "" && text.startsWith(":")) return false;
  const afterScheme = scheme === "" ? text : text.slice(scheme.length + 1);
  const query = afterScheme.indexOf("?");
  const rest = query < 0 ? afterScheme : afterScheme.slice(0, query);
  if (!rest.startsWith("/")) return scheme !== "";
  if (scheme === "" || !rest.startsWith("//")) return isEscaped(rest);
  const slash = rest.indexOf("/", 2);
  const authority = slash < 0 ? rest.slice(2) : rest.slice(2, slash);
  return isAuthority(scheme.toLowerCase(), authority) && isEscaped(slash < 0 ? "" : rest.slice(slash));
}

/** Reports whether every `%` is followed by two hexadecimal digits. */
function isEscaped(text: string): boolean {
  return !/%(?![0-9a-fA-F]{2})/.test(text);
}

function isAuthority(scheme: string, authority: string): boolean {
  const at = authority.lastIndexOf("@");
  if (!isHost(scheme, authority.slice(at + 1))) return false;
  if (at < 0) return true;
  const user = authority.slice(0, at);
  return !/[^A-Za-z0-9\-._:~!$&'()*+,;=%@]/.test(user) && isEscaped(user);
}

function isHost(scheme: string, host: string): boolean {
  const open = host.lastIndexOf("[");
  if (open > 0) return false;
  if (open === 0) return isBracketed(host);
  const first = host.indexOf(":");
  // Only URIs of HTTP cannot have colons in their host.
  const port = scheme === "http" || scheme === "https" ? first : host.lastIndexOf(":");
  return (first < 0 || isPort(host.slice(port))) && isHostText(host);
}

/** Reports whether a host is an IPv6 address in brackets, with an optional zone and port. */
function isBracketed(host: string): boolean {
  const close = host.lastIndexOf("]");
  if (close < 0 || !isPort(host.slice(close + 1))) return false;
  const inner = host.slice(1, close);
  const zone = inner.indexOf("%25");
  const address = zone < 0 ? inner : inner.slice(0, zone);
  if (zone >= 0 && (inner.length === zone + 3 || !isEscaped(inner.slice(zone)))) return false;
  const parsed = address.includes(":") ? parseIP(address) : undefined;
  return parsed !== undefined && !parsed.hasLeadingZeros;
}

function isPort(text: string): boolean {
  return text === "" || /^:[0-9]*$/.test(text);
}

/** In a host, only bytes outside of ASCII and the percent sign can be escaped. */
function isHostText(host: string): boolean {
  return !/[^A-Za-z0-9\-._~!$&'()*+,;=:[\]<>"%\u0080-\uffff]|%(?!25|[89a-fA-F][0-9a-fA-F])/.test(host);
}
