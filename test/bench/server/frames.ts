/** HTTP/2 frames (RFC 9113) for a client that repeats a few requests. */

export const frameTypes = { data: 0, headers: 1, reset: 3, settings: 4, ping: 6, goAway: 7, windowUpdate: 8 } as const;
export const flags = { endStream: 1, acknowledge: 1, endHeaders: 4 } as const;
export const frameHead = 9;

const settings = { enablePush: 2, initialWindowSize: 4 } as const;
/** Largest flow-control window in bytes. */
const largestWindow = 0x7fff_ffff;
const defaultWindow = 65_535;

export function frame(type: number, flag: number, stream: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(frameHead);
  head.writeUIntBE(payload.length, 0, 3);
  head[3] = type;
  head[4] = flag;
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

/**
 * Returns the first frames of a connection: no server push, and windows so large that the server
 * never waits.
 */
export function preface(): Buffer {
  const values = Buffer.alloc(12);
  values.writeUInt16BE(settings.enablePush, 0);
  values.writeUInt32BE(0, 2);
  values.writeUInt16BE(settings.initialWindowSize, 6);
  values.writeUInt32BE(largestWindow, 8);
  return Buffer.concat([
    Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
    frame(frameTypes.settings, 0, 0, values),
    windowUpdate(largestWindow - defaultWindow),
  ]);
}

/** Returns a frame that enlarges the window of the connection. */
export function windowUpdate(bytes: number): Buffer {
  const increment = Buffer.alloc(4);
  increment.writeUInt32BE(bytes);
  return frame(frameTypes.windowUpdate, 0, 0, increment);
}

/**
 * Encodes the headers of a request as literals without indexing and without Huffman coding (RFC
 * 7541). The bytes are therefore the same on every stream.
 */
export function headerBlock(headers: Readonly<Record<string, string>>): Buffer {
  return Buffer.concat(
    Object.entries(headers).flatMap(([name, value]) => [Buffer.from([0]), literal(name), literal(value)]),
  );
}

function literal(text: string): Buffer {
  const bytes = Buffer.from(text, "latin1");
  const prefix = [Math.min(bytes.length, 127)];
  let rest = bytes.length - 127;
  if (rest >= 0) {
    for (; rest >= 128; rest >>>= 7) prefix.push((rest & 127) | 128);
    prefix.push(rest);
  }
  return Buffer.concat([Buffer.from(prefix), bytes]);
}
