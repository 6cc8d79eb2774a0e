import type { JSONValue } from "../values/types.js";
import type { ItemBudget } from "./item-budget.js";

/** The part of protobufjs's `Reader` that `unmarshal` uses. Each method reads one value. */
export interface ProtobufReader {
  readonly buf: Uint8Array;
  /** Position of the next byte. */
  pos: number;
  /** Number of bytes. */
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
  /** Counts the fields of the document; absent if their number has no limit. */
  items?: ItemBudget;
  /** Number of messages that contain the position. */
  depth?: number;
  /** The largest depth so far; infinite after a value of an unknown type. Default: 0. */
  deepest?: number;
  /**
   * Decodes an object that is embedded as protobuf in a field of type `RawExtension`. Absent if the
   * caller cannot decode such objects.
   */
  decodeEmbedded?: (data: Uint8Array) => JSONValue;
}

/** A 64-bit integer: a number, or an object of the library `long`. */
export type WireInteger = number | { toString(): string };
