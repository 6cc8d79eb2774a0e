import { decodeJSON, type Schema, type int64 } from "@apimachinery/runtime";
import { newBadRequest } from "../errors/index.js";
import { isUtf8 } from "node:buffer";
import { orThrow } from "../util/or-throw.js";

/** Position at which the next page of a list begins. */
export interface ContinueToken {
  /** Revision of the list; -1 if the next page shows the newest state. */
  readonly revision: number;
  /** First key of the next page, without the prefix of the list. */
  readonly start: string;
}

const version = "meta.k8s.io/v1";

/** Encodes a continue token (Go: storage.EncodeContinue). */
export function encodeContinue({ revision, start }: ContinueToken): string {
  return Buffer.from(JSON.stringify({ v: version, rv: revision, start: `/${start}` }), "utf8").toString("base64url");
}

type Token = { readonly v: string; readonly rv: int64; readonly start: string };
const tokenSchema: Schema<Token> = {
  name: "storage.continueToken",
  fields: { v: { type: "string" }, rv: { type: "int64" }, start: { type: "string" } },
};

/**
 * Decodes a continue token (Go: storage.DecodeContinue).
 * @throws StatusError 400 for an invalid token
 */
export function decodeContinue(text: string): ContinueToken {
  const token = parse(text);
  if (token.v !== version) throw invalid(`server does not recognize this encoded version ${token.v}`);
  if (token.rv === 0) throw invalid(`incorrect encoded start resourceVersion (version ${version})`);
  if (token.start === "") throw invalid(`encoded start key empty (version ${version})`);
  const start = token.start.startsWith("/") ? token.start.slice(1) : token.start;
  // A key with `..` could give a client access to the list of another resource.
  if (start !== "" && start.split("/").some((segment) => segment === ".." || segment === "." || segment === ""))
    throw invalid(token.start);
  return { revision: token.rv, start };
}

function parse(text: string): Token {
  const json = decodeBytesAsGo(decodeBase64(text));
  const { v, rv, start } = orThrow(() => decodeJSON(tokenSchema, json, "ignore").value, invalid);
  return { v: replaceSurrogates(v), rv, start: replaceSurrogates(start) };
}

/**
 * Decodes URL-safe base64. As in Go, line breaks are skipped, but they are counted in the positions
 * of error messages.
 */
function decodeBase64(text: string): Buffer {
  const wrong = text.search(/[^\w\r\n-]/);
  const isComplete = text.replaceAll(/[\r\n]/g, "").length % 4 !== 1;
  if (wrong >= 0 || !isComplete)
    throw invalid(`illegal base64 data at input byte ${wrong < 0 ? text.length - 1 : wrong}`);
  return Buffer.from(text, "base64url");
}

function invalid(why: string): Error {
  return newBadRequest(`invalid continue token: continue key is not valid: ${why}`);
}

/**
 * Error message for an expired continue token. Clients get it in a Status with a new token, which
 * continues with the current state of the list.
 */
export const expiredContinue =
  "The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - objects that were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.";

/**
 * Matches a part of a string of bytes that was decoded as Latin-1: ASCII characters, one other
 * UTF-8 character, or a byte that does not belong to a UTF-8 character (first group).
 */
const characters =
  /[^\x80-\xff]+|[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xed[\x80-\x9f][\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2}|([\x80-\xff])/g;

/**
 * Decodes UTF-8. An invalid byte becomes the surrogate U+DC00 plus the byte, so that the message of
 * a syntax error can contain the byte. `replaceSurrogates` removes these surrogates.
 */
function decodeBytesAsGo(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString("utf8");
  return bytes
    .toString("latin1")
    .replace(characters, (found, byte: string | undefined) =>
      byte === undefined
        ? Buffer.from(found, "latin1").toString("utf8")
        : String.fromCharCode(0xdc00 + byte.charCodeAt(0)),
    );
}

/**
 * Replaces each unpaired surrogate by U+FFFD, the character that Go uses for invalid bytes in JSON
 * strings.
 */
function replaceSurrogates(text: string): string {
  return text.replace(/\p{Cs}/gu, "\ufffd");
}
