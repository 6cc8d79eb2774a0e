import * as fc from "fast-check";
import { expect, test } from "vitest";
import { FrameBuffer } from "../../client/watch/buffers.js";

function framed(data: Uint8Array): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(data.length);
  return Buffer.concat([head, data]);
}

test("the frames do not depend on the positions at which their bytes are cut", () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array()), fc.array(fc.nat()), (frames, at) => {
      const bytes = Buffer.concat(frames.map(framed));
      const places = [0, ...at.map((place) => place % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
      const buffer = new FrameBuffer(1000);
      const read = places.slice(1).flatMap((end, index) => buffer.push(bytes.subarray(places[index], end)));
      expect(read.map((frame) => [...frame])).toEqual(frames.map((frame) => [...frame]));
      expect(buffer.hasRest).toBe(false);
    }),
  );
});

test("a frame of megabytes in small chunks is one frame", () => {
  const buffer = new FrameBuffer(Infinity);
  const bytes = framed(Buffer.alloc(20_000_000, "x"));
  const frames: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += 1000) frames.push(...buffer.push(bytes.subarray(at, at + 1000)));
  expect(frames.map(({ length }) => length)).toEqual([20_000_000]);
});

test("a frame that is longer than the limit is refused before it is read, and an incomplete one is kept", () => {
  expect(() => new FrameBuffer(1000).push(Buffer.from([0xff, 0xff, 0xff, 0xff]))).toThrow("longer than 1000 bytes");
  const buffer = new FrameBuffer(1000);
  expect(buffer.push(Buffer.from([0, 0]))).toEqual([]);
  expect(buffer.hasRest).toBe(true);
});
