import { expect, test } from "vitest";
import { decodeContinue, encodeContinue } from "../../apiserver/registry/continue-token.js";

const token = (...parts: readonly (string | readonly number[])[]) =>
  Buffer.concat(parts.map((part) => Buffer.from(part as string))).toString("base64url");

/**
 * Each row contains a token and the result of Go's storage.DecodeContinue (k8s.io/apiserver
 * v0.37.2).
 */
test.each<[title: string, token: string, error: string]>([
  ["an invalid byte before the value", token([0xf5, 0x80]), "invalid character 'õ' looking for beginning of value"],
  [
    "an invalid byte in a word",
    token("n", [0x80], "ll"),
    String.raw`invalid character '\u0080' in literal null (expecting 'u')`,
  ],
  [
    "a character within a word",
    token("n", [0xc3, 0xa9], "ll"),
    "invalid character 'Ã' in literal null (expecting 'u')",
  ],
  ["an invalid byte after a key", token('{"rv"', [0xff], ":1}"), "invalid character 'ÿ' after object key"],
  [
    "invalid bytes in the version",
    token('{"v":"', [0xe2, 0x82], '"}'),
    "server does not recognize this encoded version ��",
  ],
  ["a text that ends too early", "eyJ2\nIg", "unexpected end of JSON input"],
  ["one character too many", "N\r\n", "illegal base64 data at input byte 2"],
  ["an unknown character after the end of a line", "e3\n0=", "illegal base64 data at input byte 4"],
])("DecodeContinue reports the error of %s", (_title, text, error) => {
  expect(() => decodeContinue(text)).toThrow(`invalid continue token: continue key is not valid: ${error}`);
});

test("DecodeContinue reads each invalid byte of a key as U+FFFD", () => {
  const start = [0x61, 0xe2, 0x82, 0x2f, 0xff, 0xed, 0xa0, 0x80, 0xf0, 0x9f, 0x98, 0x80];
  const text = token('{"v":"meta.k8s.io/v1","rv":7,"start":"/', start, '"}');
  expect(decodeContinue(text)).toEqual({ revision: 7, start: "a\ufffd\ufffd/\ufffd\ufffd\ufffd\ufffd😀" });
});

test("DecodeContinue ignores line ends between the characters of a token", () => {
  const text = encodeContinue({ revision: 3, start: "ns/é" });
  expect(decodeContinue(`\n${text.slice(0, 5)}\r\n${text.slice(5)}\n`)).toEqual({ revision: 3, start: "ns/é" });
});
