import type { IncomingHttpHeaders } from "node:http";

/** A header's value, its lines joined; Node keeps some as lists. */
export function headerOf(headers: Readonly<IncomingHttpHeaders>, name: string): string | undefined {
  const value = headers[name];
  return typeof value === "string" || value === undefined ? value : value.join(", ");
}
