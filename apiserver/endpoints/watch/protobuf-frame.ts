import { encodeWatchEvent } from "@apimachinery/runtime/protobuf";

/**
 * Returns one event of a watch in protobuf: four bytes with its length, and a WatchEvent (Go:
 * framer.NewLengthDelimitedFrameWriter).
 * @param object an object with its envelope
 */
export function protobufFrame(type: string, object: Buffer): Buffer {
  const event = encodeWatchEvent(type, object);
  const frame = Buffer.alloc(4 + event.length);
  frame.writeUInt32BE(event.length);
  frame.set(event, 4);
  return frame;
}
