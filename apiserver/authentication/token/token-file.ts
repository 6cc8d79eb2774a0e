import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { User } from "../../request/api-request.js";
import { parseCSV } from "../../util/csv.js";
import type { TokenAuthenticator } from "./token-authenticator.js";

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
