import { once } from "node:events";
import { connect } from "node:tls";

/**
 * HPACK header block that a test builds byte by byte from literals, so the bytes on the wire are
 * known.
 */
export class HeaderBlock {
  readonly #bytes: Buffer[] = [];

  /** Adds a header that does not enter HPACK's dynamic table. */
  literal(name: string, value: string): this {
    return this.#add(0x00, name, value);
  }

  /**
   * Adds a header that enters HPACK's dynamic table. `repeat` can then repeat it with one byte each
   * time.
   */
  indexed(name: string, value: string): this {
    return this.#add(0x40, name, value);
  }

  /** Repeats the header that entered the dynamic table last. */
  repeat(count: number): this {
    this.#bytes.push(Buffer.alloc(count, 0xbe));
    return this;
  }

  get(path: string): this {
    return this.literal(":method", "GET").literal(":scheme", "https").literal(":authority", "x").literal(":path", path);
  }

  bytes(): Buffer {
    return Buffer.concat(this.#bytes);
  }

  #add(first: number, name: string, value: string): this {
    this.#bytes.push(Buffer.from([first]), text(name), text(value));
    return this;
  }
}

/**
 * Returns the length of a text and the text itself, without Huffman coding. The length is an
 * integer with a prefix of 7 bits (RFC 7541, section 5.1).
 */
function text(value: string): Buffer {
  const bytes = Buffer.from(value, "latin1");
  const length: number[] = [];
  let left = bytes.length - 127;
  if (left < 0) length.push(bytes.length);
  else {
    length.push(127);
    for (; left >= 128; left = Math.floor(left / 128)) length.push((left % 128) + 128);
    length.push(left);
  }
  return Buffer.concat([Buffer.from(length), bytes]);
}

const preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
const types = { data: 0, headers: 1, reset: 3, settings: 4, goaway: 7, continuation: 9 };
const maxFrame = 16_384;

/**
 * Sends one request over a new anonymous connection.
 * @returns the body of the response; empty if the stream or the connection ended without a response
 */
export async function requestHTTP2(url: string, block: HeaderBlock): Promise<string> {
  const socket = connect({
    host: "127.0.0.1",
    port: Number(new URL(url).port),
    ALPNProtocols: ["h2"],
    rejectUnauthorized: false,
  });
  await once(socket, "secureConnect");
  socket.write(preface);
  socket.write(frame(types.settings, 0, 0, Buffer.alloc(0)));
  writeHeaders(socket, block.bytes());
  let body = "";
  for await (const { type, flags, stream, payload } of frames(socket)) {
    if (type === types.settings && (flags & 1) === 0) socket.write(frame(types.settings, 1, 0, Buffer.alloc(0)));
    if (type === types.data) body += payload.toString("utf8");
    if (type === types.goaway || (stream === 1 && (type === types.reset || (flags & 1) === 1))) break;
  }
  socket.destroy();
  return body;
}

function writeHeaders(socket: NodeJS.WritableStream, block: Buffer): void {
  for (let start = 0; start === 0 || start < block.length; start += maxFrame) {
    const isFirst = start === 0;
    const isLast = start + maxFrame >= block.length;
    const flags = (isFirst ? 1 : 0) + (isLast ? 4 : 0);
    socket.write(
      frame(isFirst ? types.headers : types.continuation, flags, 1, block.subarray(start, start + maxFrame)),
    );
  }
}

function frame(type: number, flags: number, stream: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head[3] = type;
  head[4] = flags;
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

interface Frame {
  readonly type: number;
  readonly flags: number;
  readonly stream: number;
  readonly payload: Buffer;
}

async function* frames(socket: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  let read = Buffer.alloc(0);
  for await (const chunk of socket) {
    read = Buffer.concat([read, chunk]);
    while (read.length >= 9 && read.length >= 9 + read.readUIntBE(0, 3)) {
      const end = 9 + read.readUIntBE(0, 3);
      yield {
        type: read.readUInt8(3),
        flags: read.readUInt8(4),
        stream: read.readUInt32BE(5),
        payload: read.subarray(9, end),
      };
      read = read.subarray(end);
    }
  }
}
