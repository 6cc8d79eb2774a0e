import { describe, expect, test } from "vitest";
import { InProcessServer, textOf } from "./harness.js";

const path = "/openapi/v3/apis/restaurant.programming-kubernetes.info/v1beta1";
const server = new InProcessServer();
const whole = await server.get(path);
const size = Buffer.byteLength(whole.text);
const etag = textOf(whole.headers["etag"]);
const modified = textOf(whole.headers["last-modified"]);
const later = new Date(Date.parse(modified) + 60_000).toUTCString();
const earlier = new Date(Date.parse(modified) - 60_000).toUTCString();

test.each([
  ["bytes=0-9", 0, 10],
  ["bytes= 5 - 9 ", 5, 10],
  ["bytes=-7", size - 7, size],
  [`bytes=${size - 3}-`, size - 3, size],
  [`bytes=3-${size * 2}`, 3, size],
  [`bytes=0-0, ${size}-`, 0, 1],
])("the range %s selects a part of the document", async (range, start, end) => {
  const { status, headers, text } = await server.get(path, { range });
  expect([status, text]).toEqual([206, whole.text.slice(start, end)]);
  expect(headers).toMatchObject({
    "content-range": `bytes ${start}-${end - 1}/${size}`,
    "content-type": "application/json",
    etag,
    "accept-ranges": "bytes",
  });
});

test("the response to several ranges has several parts in one body", async () => {
  const { status, headers, text } = await server.get(path, { range: "bytes=0-1,4-6" });
  const boundary = /^multipart\/byteranges; boundary=([0-9a-f]{60})$/.exec(textOf(headers["content-type"]))?.[1] ?? "";
  const part = (start: number, end: number) =>
    `--${boundary}\r\nContent-Range: bytes ${start}-${end - 1}/${size}\r\nContent-Type: application/json\r\n\r\n${whole.text.slice(start, end)}\r\n`;
  expect([status, text]).toEqual([206, `${part(0, 2)}${part(4, 7)}--${boundary}--\r\n`]);
  expect(headers).not.toHaveProperty("content-range");
});

test.each(["", "bytes=", `bytes=0-,0-`, `bytes=${"0-0,".repeat(101)}`])(
  "the range header %j selects the whole document",
  async (range) => {
    const reply = await server.get(path, { range });
    expect([reply.status, reply.text === whole.text, reply.headers["content-range"]]).toEqual([200, true, undefined]);
  },
);

test.each([
  [`bytes=${size}-`, "invalid range: failed to overlap\n", `bytes */${size}`],
  ["bytes=-0", "invalid range: failed to overlap\n", `bytes */${size}`],
  ["lines=1-2", "invalid range\n", undefined],
  ["bytes=5-4", "invalid range\n", undefined],
  ["bytes=-", "invalid range\n", undefined],
  ["bytes=--5", "invalid range\n", undefined],
  ["bytes=a-b", "invalid range\n", undefined],
])("the range %s is a 416", async (range, text, contentRange) => {
  const reply = await server.get(path, { range });
  expect([reply.status, reply.text, reply.headers["content-range"]]).toEqual([416, text, contentRange]);
  expect(reply.headers).toMatchObject({
    "content-type": "text/plain; charset=utf-8",
    "x-content-type-options": "nosniff",
  });
});

describe("conditional requests", () => {
  test.each([
    [{ "if-none-match": etag }, 304],
    [{ "if-none-match": `"other", W/${etag}` }, 304],
    [{ "if-none-match": "*" }, 304],
    [{ "if-none-match": '"other"', "if-modified-since": later }, 200],
    [{ "if-modified-since": modified }, 304],
    [{ "if-modified-since": earlier }, 200],
    [{ "if-modified-since": "soon" }, 200],
    [{ "if-match": etag }, 200],
    [{ "if-match": "*" }, 200],
    [{ "if-match": `W/${etag}` }, 412],
    [{ "if-match": '"other"' }, 412],
    [{ "if-unmodified-since": earlier }, 412],
    [{ "if-unmodified-since": modified }, 200],
    [{ "if-match": etag, "if-unmodified-since": earlier }, 200],
    [{ range: "bytes=0-0", "if-range": etag }, 206],
    [{ range: "bytes=0-0", "if-range": `W/${etag}` }, 200],
    [{ range: "bytes=0-0", "if-range": modified }, 206],
    [{ range: "bytes=0-0", "if-range": later }, 200],
    [{ range: "bytes=0-0", "if-none-match": etag }, 304],
  ])("the response to %j is a %d", async (headers: Readonly<Record<string, string>>, status) => {
    expect((await server.get(path, headers)).status).toBe(status);
  });

  test("a 304 has the headers for caches, and no content type", async () => {
    const { headers, text } = await server.get(path, { "if-none-match": etag });
    expect([headers["etag"], headers["vary"], headers["content-type"], text]).toEqual([etag, "Accept", undefined, ""]);
  });
});

test("the server does not compress a part", async () => {
  const { status, headers, text } = await server.get("/openapi/v2", { range: "bytes=0-16", "accept-encoding": "gzip" });
  expect([status, text, headers["content-encoding"]]).toEqual([206, '{"swagger":"2.0",', undefined]);
});
