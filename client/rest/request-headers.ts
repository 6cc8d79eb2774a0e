import { readFile } from "node:fs/promises";
import { arch, platform } from "node:os";
import { basename } from "node:path";
import type { AuthConfig, ClientConfig, Impersonation } from "./client-config.js";

type Headers = Readonly<Record<string, string | readonly string[]>>;

/**
 * Maximum age of a token that was read from a file, in milliseconds. An older token is read again.
 */
const tokenAge = 60_000;

/** Creates the request headers that identify the user and the program. */
export class IdentityHeaders {
  readonly #fixed: Headers;
  readonly #tokenFile: string;
  #token: { readonly text: string; readonly at: number } | undefined;

  constructor({ auth = {}, impersonate, userAgent }: ClientConfig) {
    this.#tokenFile = auth.tokenFile ?? "";
    this.#fixed = {
      "user-agent": userAgent ?? defaultUserAgent(),
      ...authorization(auth),
      ...(impersonate === undefined ? {} : impersonation(impersonate)),
    };
  }

  /**
   * Returns the headers for a request.
   * @throws Error if the token file cannot be read or is empty, no token was read before, and no
   *   other token or password is configured
   */
  async headers(): Promise<Headers> {
    if (this.#tokenFile === "") return this.#fixed;
    const token = await this.#currentToken();
    return token === undefined ? this.#fixed : { ...this.#fixed, authorization: `Bearer ${token}` };
  }

  async #currentToken(): Promise<string | undefined> {
    const now = Date.now();
    if (this.#token !== undefined && now - this.#token.at < tokenAge) return this.#token.text;
    try {
      const text = (await readFile(this.#tokenFile, "utf8")).trim();
      if (text === "") throw new Error(`read empty token from file ${JSON.stringify(this.#tokenFile)}`);
      this.#token = { text, at: now };
    } catch (error) {
      // If the file cannot be read, an earlier token is used, because it may still be valid.
      if (this.#token === undefined && this.#fixed["authorization"] === undefined) throw error;
    }
    return this.#token?.text;
  }
}

/**
 * Returns the default User-Agent: program, Node version and platform. Servers use the part before
 * the first slash as the field manager.
 */
export function defaultUserAgent(): string {
  const name =
    basename(process.argv[1] ?? "node")
      .replace(/\.[cm]?js$/, "")
      .replace(/[^\w.-]/g, "") || "node";
  return `${name}/${process.version} (${platform()}/${arch()}) apimachinery`;
}

function authorization({ token = "", username = "", password = "" }: AuthConfig): Headers {
  if (token !== "") return { authorization: `Bearer ${token}` };
  if (username === "") return {};
  return { authorization: `Basic ${Buffer.from(`${username}:${password}`, "utf8").toString("base64")}` };
}

function impersonation({ user, uid, groups = [], extra = {} }: Impersonation): Headers {
  return {
    "impersonate-user": user,
    ...(uid === undefined ? {} : { "impersonate-uid": uid }),
    ...(groups.length === 0 ? {} : { "impersonate-group": groups }),
    ...Object.fromEntries(
      Object.entries(extra).map(([key, values]) => [`impersonate-extra-${escapeKey(key)}`, values]),
    ),
  };
}

/** Percent-encodes the characters that a header name cannot contain. */
function escapeKey(key: string): string {
  return key
    .toLowerCase()
    .replace(/[^!#$&'*+.^_`|~0-9a-z-]/gu, (character) =>
      [...Buffer.from(character, "utf8")]
        .map((byte) => `%${byte.toString(16).padStart(2, "0").toUpperCase()}`)
        .join(""),
    );
}
