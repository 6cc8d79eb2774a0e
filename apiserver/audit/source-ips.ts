import { isIP } from "node:net";
import type { HTTPRequest } from "../http/types.js";

/**
 * Returns the addresses that a request comes from: first those in the headers `X-Forwarded-For` and
 * `X-Real-Ip`, and then the address of the connection (Go: SourceIPs). Only the last address is
 * certain, because clients can send any headers.
 */
export function sourceIPs({ headerLines, peer }: Pick<HTTPRequest, "headerLines" | "peer">): readonly string[] {
  const [forwarded = ""] = headerLines("x-forwarded-for");
  const found = forwarded.split(",").flatMap((part) => addressOf(part.trim()) ?? []);
  const real = addressOf(headerLines("x-real-ip")[0] ?? "");
  if (real !== undefined && !found.includes(real)) found.push(real);
  const remote = addressOf(hostOf(peer.address ?? ""));
  if (remote !== undefined && found.at(-1) !== remote) found.push(remote);
  return found;
}

/** Returns the address without its port. */
function hostOf(address: string): string {
  return address.slice(0, Math.max(address.lastIndexOf(":"), 0)).replace(/^\[(.*)\]$/, "$1");
}

/**
 * Returns an IP address in its canonical form; undefined for a string that is not an IP address.
 */
function addressOf(text: string): string | undefined {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(text)?.[1];
  const address = mapped ?? text;
  switch (isIP(address)) {
    case 4:
      return address;
    case 6:
      // Zones such as `%eth0` are not part of the address. The class URL returns the shortest form
      // of an IPv6 address.
      return address.includes("%") ? undefined : new URL(`http://[${address}]`).hostname.slice(1, -1);
    default:
      return undefined;
  }
}
