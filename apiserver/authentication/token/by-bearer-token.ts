import type { HTTPRequest } from "../../http/types.js";
import type { User } from "../../request/api-request.js";
import type { Authenticator } from "../authenticator.js";
import type { TokenAuthenticator } from "./token-authenticator.js";
import { bearerProtocolPrefix as prefix } from "../../http/bearer-protocol.js";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";

/**
 * Authenticates by a bearer token in the Authorization header, or in a subprotocol of a websocket
 * (Go: bearertoken.Authenticator, websocket.ProtocolAuthenticator). Returns the user of the first
 * token authenticator that accepts the token. Throws an error if none accepts the token. A header
 * with another scheme or without a token counts as no credentials.
 */
export function byBearerToken(authenticators: readonly TokenAuthenticator[]): Authenticator {
  return async (request) => {
    const token = tokenOf(request);
    return token === undefined ? undefined : userOf(authenticators, token);
  };
}

async function userOf(authenticators: readonly TokenAuthenticator[], token: string): Promise<User> {
  const failures: unknown[] = [];
  for (const authenticate of authenticators) {
    try {
      const user = await authenticate(token);
      if (user !== undefined) return user;
    } catch (error) {
      failures.push(error);
    }
  }
  throw failures[0] instanceof Error ? failures[0] : new Error("invalid bearer token");
}

function tokenOf(request: HTTPRequest): string | undefined {
  const [scheme = "", token = ""] = (request.headerLines("authorization")[0] ?? "").trim().split(" ");
  if (scheme.toLowerCase() === "bearer" && token !== "") return token;
  return bearerProtocol(request)?.token;
}

/** The token in the subprotocols of a websocket, and the other subprotocols. */
interface BearerProtocol {
  readonly token: string;
  readonly others: readonly string[];
}

/**
 * Finds the token in the subprotocols of a request for a websocket (Go:
 * websocket.ProtocolAuthenticator). Returns undefined if the request is not for a websocket or has
 * no subprotocol with a token.
 * @throws Error for several tokens, an invalid token, or a token without another subprotocol
 */
function bearerProtocol(request: HTTPRequest): BearerProtocol | undefined {
  if ((request.header("upgrade") ?? "").toLowerCase() !== "websocket") return undefined;
  const protocols = request
    .headerLines("sec-websocket-protocol")
    .flatMap((line) => line.split(","))
    .map((protocol) => protocol.trim());
  const [first, ...more] = protocols.filter((protocol) => protocol.startsWith(prefix));
  if (first === undefined) return undefined;
  if (more.length > 0) throw new Error("multiple base64.bearer.authorization tokens specified");
  const token = decoded(first.slice(prefix.length));
  const others = protocols.filter((protocol) => protocol !== first);
  if (token === "") return undefined;
  // The response of the server contains one of the subprotocols, which must not be the token.
  if (others.length === 0) throw new Error("missing additional subprotocol");
  return { token, others };
}

function decoded(text: string): string {
  if (!/^[\w-]*$/.test(text) || text.length % 4 === 1)
    throw new Error("invalid base64.bearer.authorization token encoding");
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Buffer.from(text, "base64url"));
  } catch (error) {
    throw new Error("invalid base64.bearer.authorization token", { cause: error });
  }
}

/**
 * Reads a file with tokens and their users, in the format of Kubernetes' --token-auth-file. A line
 * has the columns token, user name, uid, and optionally the groups as a quoted, comma-separated
 * list.
 * @throws Error with the line of a problem
 */
export async function readTokenFile(file: string): Promise<TokenAuthenticator> {
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    throw new Error(`--token-auth-file: ${(error as Error).message}`, { cause: error });
  });
  const users = new Map<string, User>();
  for (const { line, columns } of parseCSV(text, `--token-auth-file: ${file}`)) {
    const at = `--token-auth-file: ${file}:${line}`;
    const [token = "", name = "", uid = "", groups = ""] = columns;
    if (columns.length < 3)
      throw new Error(
        `${at}: a line must have at least 3 columns (token, user name, user uid), found ${columns.length}`,
      );
    if (token === "") throw new Error(`${at}: the token is empty`);
    if (name === "") throw new Error(`${at}: the user name is empty`);
    if (users.has(hashOf(token))) throw new Error(`${at}: the token is in the file twice`);
    users.set(hashOf(token), {
      name,
      groups: groups === "" ? [] : groups.split(",").map((group) => group.trim()),
      extra: {},
      ...(uid === "" ? {} : { uid }),
    });
  }
  // Looking up the hash instead of the token hides from attackers how many characters of a token
  // are right.
  return (token) => users.get(hashOf(token));
}

function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("base64");
}

/** A record of a CSV text, and the line at which it begins. */
interface CSVRecord {
  readonly line: number;
  readonly columns: readonly string[];
}

/**
 * Matches a column: a quoted string in which quotes are doubled, or a string without quotes and
 * line breaks.
 */
const column = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y;

/**
 * Parses comma-separated values (RFC 4180). Empty lines are ignored.
 * @param file name for messages
 * @throws Error with the line of a quote that is not closed or not at the beginning of a column
 */
function parseCSV(text: string, file: string): readonly CSVRecord[] {
  const records: CSVRecord[] = [];
  let columns: string[] = [];
  let line = 1;
  let begin = 1;
  column.lastIndex = 0;
  while (column.lastIndex < text.length) {
    const match = column.exec(text);
    if (match === null) throw new Error(`${file}:${line}: a quote is not closed, or is inside of a column`);
    const [whole, quoted, plain = "", end] = match;
    columns.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    line += whole.split("\n").length - 1;
    if (end === ",") {
      if (column.lastIndex === text.length) columns.push("");
      else continue;
    }
    if (columns.length > 1 || columns[0] !== "") records.push({ line: begin, columns });
    columns = [];
    begin = line;
  }
  return records;
}
