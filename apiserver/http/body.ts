import type { Readable } from "node:stream";
import { newBadRequest, newRequestEntityTooLarge } from "../errors/index.js";

/**
 * Reads the body of a request to its end. If reading fails, the stream stays open, because the
 * response uses it.
 * @param declared value of Content-Length, if sent
 * @throws StatusError 413 as soon as the body or its declared length exceeds `limit` bytes; 400 if
 * the client disconnects
 */
export function readStreamBody(stream: Readable, limit: number, declared: string | undefined): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const tooLarge = () => newRequestEntityTooLarge(`limit is ${limit}`);
    if (Number(declared ?? 0) > limit) {
      reject(tooLarge());
      return;
    }
    const chunks: Buffer[] = [];
    let length = 0;
    const finish = (settle: () => void): void => {
      stream.off("data", onData).off("end", onEnd).off("error", onGone).off("close", onGone);
      settle();
    };
    const onData = (chunk: Buffer): void => {
      length += chunk.length;
      chunks.push(chunk);
      if (length <= limit) return;
      stream.pause();
      finish(() => {
        reject(tooLarge());
      });
    };
    const onEnd = (): void => {
      finish(() => {
        resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks));
      });
    };
    const onGone = (): void => {
      finish(() => {
        reject(newBadRequest("the body of the request ended too soon"));
      });
    };
    stream.on("data", onData).on("end", onEnd).on("error", onGone).on("close", onGone);
    // The events of a stream that has ended or was destroyed are not emitted again.
    if (stream.destroyed && !stream.readableEnded) onGone();
    else if (stream.readableEnded) onEnd();
  });
}
