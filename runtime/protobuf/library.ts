import protobufjs from "protobufjs/minimal.js";
import { asBuffer } from "../util/buffers.js";
import type { ItemBudget } from "../wire/item-budget.js";
import type { ProtobufReader } from "../wire/protobuf-reader.js";

/**
 * Returns a protobuf reader of bytes. In Node.js, the reader uses a `Buffer`, from which strings
 * are read faster.
 */
export function newReader(data: Uint8Array, items?: ItemBudget): ProtobufReader {
  const reader: ProtobufReader = protobufjs.Reader.create(asBuffer(data));
  reader.depth = 0;
  reader.deepest = 0;
  if (items !== undefined) reader.items = items;
  return reader;
}
