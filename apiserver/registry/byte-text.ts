import { isUtf8 } from "node:buffer";

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
export function decodeBytesAsGo(bytes: Buffer): string {
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
export function replaceSurrogates(text: string): string {
  return text.replace(/\p{Cs}/gu, "\ufffd");
}
