import { connect as connectTCP, type Socket } from "node:net";
import { connect as connectTLS } from "node:tls";
import { openTLS } from "./exchange.js";
import type { Random } from "./random.js";
import type { Target } from "./target.js";
import { hostileText } from "./texts.js";

/** Maximum duration of an attack in milliseconds. */
const longest = 300;

/**
 * Attacks on connections, by protocol. Each attack opens one connection and closes it. The server
 * must survive all attacks.
 */
export const socketAreas: Readonly<Record<string, (target: Target, random: Random) => Promise<void>>> = {
  tls: attackTLS,
  http1: attackHTTP1,
  http2: attackHTTP2,
};

/** Writes the chunks with short pauses, then closes the connection in a random way. */
async function write(socket: Socket, random: Random, pieces: readonly Buffer[]): Promise<void> {
  socket.on("error", () => undefined);
  socket.resume();
  for (const piece of pieces) {
    if (socket.destroyed) return;
    socket.write(piece);
    if (random.chance(0.2)) await pause(random.int(20));
  }
  await pause(random.int(longest));
  if (random.chance(0.3)) socket.end();
  if (random.chance(0.3)) await pause(random.int(longest));
  socket.destroy();
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

function pieces(random: Random, bytes: Buffer): Buffer[] {
  const result: Buffer[] = [];
  for (let at = 0; at < bytes.length;) {
    const end = random.chance(0.5) ? bytes.length : at + 1 + random.int(bytes.length - at);
    result.push(bytes.subarray(at, end));
    at = end;
  }
  return result;
}

/** First bytes of a TLS ClientHello record. */
const clientHello = Buffer.from("16030102000100fc0303", "hex");

async function attackTLS(target: Target, random: Random): Promise<void> {
  if (random.chance(0.6)) {
    const bytes = Buffer.concat([
      random.pick([clientHello, Buffer.alloc(0), Buffer.from("GET / HTTP/1.1\r\n\r\n")]),
      random.bytes(random.length(20_000)),
    ]);
    await write(connectTCP(target.port, "127.0.0.1"), random, pieces(random, bytes));
    return;
  }
  const version = random.pick(["TLSv1.2", "TLSv1.3"] as const);
  const options = {
    host: "127.0.0.1",
    port: target.port,
    ca: target.credentials.ca,
    minVersion: version,
    maxVersion: version,
    servername: random.pick(["localhost", "x", "a".repeat(200)]),
  };
  const socket = connectTLS({
    ...options,
    ALPNProtocols: random.pick([["h2"], ["http/1.1"], ["x"], ["h2", "http/1.1"]]),
  });
  socket.on("error", () => undefined);
  await pause(random.int(50));
  if (!socket.destroyed && version === "TLSv1.2" && random.chance(0.7)) socket.renegotiate({}, () => undefined);
  await write(socket, random, pieces(random, random.bytes(random.length(3000))));
}

async function attackHTTP1(target: Target, random: Random): Promise<void> {
  const socket = await openTLS(target, { isAnonymous: random.chance(0.5), version: "1.1" });
  const line = () =>
    random.pick([
      "Host: x",
      "Content-Length: 5",
      "Content-Length: -1",
      "Transfer-Encoding: chunked",
      "Transfer-Encoding: x",
      "Connection: Upgrade",
      "Upgrade: websocket",
      "Sec-WebSocket-Version: 13",
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
      "Origin: https://x",
      "Expect: 100-continue",
      " folded",
      `X: ${hostileText(random, 5000)}`,
      hostileText(random, 200),
    ]);
  const path = random.pick([
    "/healthz",
    "/version",
    "/apis/restaurant.programming-kubernetes.info/v1alpha1/toppings?watch=1&timeoutSeconds=1",
    hostileText(random, 500),
  ]);
  const request = () =>
    `${random.pick(["GET", "POST", "PRI", "OPTIONS"])} ${path} HTTP/${random.pick(["1.1", "1.0", "2.0", "x"])}\r\n${random.many(8, line).join("\r\n")}\r\n\r\n${random.pick(["", "5\r\nhello\r\n0\r\n\r\n", "ffffffffffffffff\r\n", hostileText(random, 2000)])}`;
  await write(socket, random, pieces(random, Buffer.from(random.many(4, request).join(""))));
}

const preface = Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");

/** Returns a frame whose length field is usually correct. Source: RFC 9113, section 4.1. */
function frame(random: Random, type: number, flags: number, stream: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(random.chance(0.95) ? payload.length : random.int(2 ** 24), 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(stream >>> 0, 5);
  return Buffer.concat([head, payload]);
}

/**
 * Returns a header field as an HPACK literal. If `isIndexed`, the receiver adds it to the dynamic
 * table.
 */
function literal(name: string, value: string, isIndexed: boolean): Buffer {
  return Buffer.concat([Buffer.from([isIndexed ? 0x40 : 0]), prefixed(name), prefixed(value)]);
}

function prefixed(text: string): Buffer {
  const bytes = Buffer.from(text);
  if (bytes.length < 127) return Buffer.concat([Buffer.from([bytes.length]), bytes]);
  const rest: number[] = [127];
  let left = bytes.length - 127;
  for (; left >= 128; left >>= 7) rest.push((left & 127) | 128);
  return Buffer.concat([Buffer.from([...rest, left]), bytes]);
}

function headerBlock(random: Random): Buffer {
  const pseudo = [
    literal(":method", random.pick(["GET", "POST", "CONNECT", ""]), false),
    literal(":scheme", "https", false),
    literal(":authority", "x", false),
    literal(":path", random.pick(["/version", "/healthz", "*", hostileText(random, 200)]), false),
  ];
  const known = random.chance(0.8) ? pseudo : random.many(4, () => random.pick(pseudo));
  const repeated = random.chance(0.1)
    ? [literal("accept", "a/b,".repeat(random.int(990)), true), Buffer.alloc(random.int(2000), 0xbe)]
    : [];
  const more = random.many(4, () =>
    literal(
      random.pick(["accept", "x", "Upper", "connection", "content-length", "te", "__proto__", hostileText(random, 20)]),
      hostileText(random, 3000),
      random.chance(0.5),
    ),
  );
  return Buffer.concat([...known, ...repeated, ...more, ...(random.chance(0.1) ? [random.bytes(20)] : [])]);
}

async function attackHTTP2(target: Target, random: Random): Promise<void> {
  const socket = await openTLS(target, { isAnonymous: random.chance(0.7), version: "2" });
  let stream = 1;
  const next = (): Buffer => {
    switch (random.int(12)) {
      case 0:
      case 1:
      case 2:
      case 3: {
        const isWhole = random.chance(0.8);
        const block = headerBlock(random);
        const id = random.chance(0.9) ? stream : random.int(2 ** 31);
        stream += 2;
        return Buffer.concat([
          frame(random, 1, isWhole ? random.pick([4, 5]) : random.pick([0, 1]), id, block),
          isWhole ? Buffer.alloc(0) : frame(random, 9, random.pick([0, 4]), id, headerBlock(random)),
        ]);
      }
      case 4:
        return frame(random, 3, 0, Math.max(1, stream - 2), Buffer.from([0, 0, 0, random.int(14)]));
      case 5:
        return frame(
          random,
          4,
          random.int(2),
          0,
          Buffer.concat(random.many(5, () => Buffer.from([0, random.int(9), 0, 0, random.int(256), random.int(256)]))),
        );
      case 6:
        return frame(
          random,
          8,
          0,
          random.pick([0, stream]),
          Buffer.from([random.int(128), random.int(256), random.int(256), random.int(256)]),
        );
      case 7:
        return frame(random, 0, random.int(2), Math.max(1, stream - 2), random.bytes(random.length(16_000)));
      case 8:
        return frame(random, 6, random.int(2), 0, random.bytes(8));
      case 9:
        return frame(random, 7, 0, 0, random.bytes(8 + random.int(20)));
      default:
        return frame(random, random.int(256), random.int(256), random.int(2 ** 31), random.bytes(random.length(2000)));
    }
  };
  const frames = Array.from({ length: 1 + random.length(200) }, next);
  const settings = frame(random, 4, 0, 0, Buffer.alloc(0));
  await write(
    socket,
    random,
    pieces(random, Buffer.concat([...(random.chance(0.95) ? [preface, settings] : []), ...frames])),
  );
}
