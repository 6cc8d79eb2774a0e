import * as fc from "fast-check";
import { expect, test } from "vitest";
import { LineBuffer } from "../../client/watch/buffers.js";

/** Cuts a text into chunks at the given positions. */
function cut(bytes: Buffer, at: readonly number[]): Buffer[] {
  const places = [0, ...at.map((place) => place % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  return places.slice(1).map((end, index) => bytes.subarray(places[index], end));
}

test("the lines do not depend on the positions at which their bytes are cut", () => {
  const line = fc.string({ unit: "binary", minLength: 1 }).map((text) => text.replaceAll(/[\n\r]/g, "x"));
  fc.assert(
    fc.property(fc.array(line), fc.array(fc.nat()), (lines, at) => {
      // UTF-8 cannot encode lone surrogates, so they become U+FFFD.
      const written = lines.map((text) => Buffer.from(text, "utf8").toString("utf8"));
      const buffer = new LineBuffer(Infinity);
      const pieces = cut(Buffer.from(written.map((text) => `${text}\n`).join(""), "utf8"), at);
      expect(pieces.flatMap((piece) => buffer.push(piece))).toEqual(written);
      expect(buffer.hasRest).toBe(false);
    }),
  );
});

test("a character in two chunks is whole, empty lines are skipped, and an incomplete line is kept", () => {
  const buffer = new LineBuffer(Infinity);
  const bytes = Buffer.from('{"a":"ü€😀"}\r\n\n{"b"', "utf8");
  expect([...bytes].flatMap((byte) => buffer.push(Buffer.from([byte])))).toEqual(['{"a":"ü€😀"}\r']);
  expect(buffer.hasRest).toBe(true);
});

test("a line of megabytes in small chunks is one line", () => {
  const buffer = new LineBuffer(Infinity);
  const piece = Buffer.alloc(1000, "x");
  for (let count = 0; count < 20_000; count++) expect(buffer.push(piece)).toEqual([]);
  expect(buffer.push(Buffer.from("\n"))[0]).toHaveLength(20_000_000);
});
