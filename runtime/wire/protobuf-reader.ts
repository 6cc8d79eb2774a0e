import type { JSONValue } from "../values/types.js";
import type { ItemBudget } from "./item-budget.js";

/** The methods of protobufjs's `Reader` that generated code calls. Each method reads one value. */
export interface ProtobufReader {
  readonly buf: Uint8Array;
  /** Position of the next byte. */
  pos: number;
  /** Length of the data, in bytes. */
  readonly len: number;
  uint32(): number;
  int32(): number;
  int64(): WireInteger;
  uint64(): WireInteger;
  bool(): boolean;
  float(): number;
  double(): number;
  string(): string;
  bytes(): Uint8Array;
  /** Counts the fields of the document. Absent if the number of fields is not limited. */
  items?: ItemBudget;
  /** Number of messages in which the current position is nested. Default: 0. */
  depth?: number;
  /** The largest `depth` so far; Infinity if the document contains an untyped value. Default: 0. */
  deepest?: number;
  /**
   * Decodes an object that is embedded as protobuf in a field of type `RawExtension`. Absent if the
   * caller does not support such objects.
   */
  decodeEmbedded?: (data: Uint8Array) => JSONValue;
}

/** A 64-bit integer: a number, or an object of the library `long`. */
export type WireInteger = number | { toString(): string };
