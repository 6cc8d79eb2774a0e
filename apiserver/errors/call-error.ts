import { goQuote } from "@apimachinery/runtime";
import { ConnectionError } from "@apimachinery/client";

/**
 * Returns the error of a failed call to another server, with the message of Go's HTTP client: `Post
 * "https://…": dial tcp 10.0.0.1:443: connect: connection refused`. Errors that the other server
 * has sent stay unchanged.
 * @param method in upper case
 */
export function callError(method: string, url: string, error: unknown): Error {
  const reason = reasonOf(error);
  if (reason === undefined) return error instanceof Error ? error : new Error(String(error));
  const verb = `${method.slice(0, 1)}${method.slice(1).toLowerCase()}`;
  return new Error(`${verb} ${goQuote(url)}: ${reason}`, { cause: error });
}

/** Returns the reason of a broken connection or a timeout; undefined for other errors. */
function reasonOf(error: unknown): string | undefined {
  if (isCallTimeout(error)) return "context deadline exceeded (Client.Timeout exceeded while awaiting headers)";
  if (!(error instanceof ConnectionError)) return undefined;
  const cause: unknown = error.cause;
  if (!(cause instanceof Error)) return String(cause);
  const { code, address, port, message } = cause as NodeJS.ErrnoException & Address;
  if (code === "ECONNREFUSED" && address !== undefined)
    return `dial tcp ${address.includes(":") ? `[${address}]` : address}:${port ?? 0}: connect: connection refused`;
  // Node's errors about several addresses have no message.
  return message === "" && cause instanceof AggregateError
    ? cause.errors.map((each) => (each instanceof Error ? each.message : String(each))).join("; ")
    : message;
}

interface Address {
  readonly address?: string;
  readonly port?: number;
}

/** Reports whether a call took longer than the timeout of its client. */
export function isCallTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === "TimeoutError";
}
