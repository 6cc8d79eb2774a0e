import type { NumberKind, ValueShape } from "../schema/schema.js";
import { boundsOfKind, isFloat } from "./number-kinds.js";
import { recordFailure, type ValueDecoder, type DecodeRun } from "./run.js";
import { encodeBytes } from "../values/bytes.js";
import { nearestFloat32 } from "../util/float32.js";
import { canonicalString, isStringFormat, type StringFormat } from "./text-formats.js";

/** Returns the decoder of a value that is neither a list, a tuple, a map nor a reference. */
export function scalarDecoder(
  shape: Exclude<ValueShape, { readonly type: "list" | "tuple" | "map" | "ref" | "embedded" }>,
): ValueDecoder {
  switch (shape.type) {
    case "any":
      return decodeAny;
    case "RawExtension":
    case "FieldsV1":
      return decodeRaw;
    case "boolean":
      return decodeBoolean;
    case "string":
      return decodeString;
    case "IntOrString":
      return decodeIntOrString;
    default:
      return shared(shape.type);
  }
}

const known = new Map<StringFormat | NumberKind, ValueDecoder>();

/**
 * Returns the decoder of a string format or kind of number. All fields of the same kind share one
 * decoder.
 */
function shared(kind: StringFormat | NumberKind): ValueDecoder {
  let decoder = known.get(kind);
  if (decoder === undefined)
    known.set(kind, (decoder = isStringFormat(kind) ? textDecoder(kind) : numberDecoder(kind)));
  return decoder;
}

export const decodeAny: ValueDecoder = (value, run) => {
  countKeys(value, run);
  return value;
};

export const decodeRaw: ValueDecoder = (value, run) => {
  if (value === null) return {};
  if (typeof value !== "object" || Array.isArray(value)) return recordFailure(run);
  countKeys(value, run);
  return value;
};

const decodeBoolean: ValueDecoder = (value, run) => {
  if (typeof value === "boolean") return value;
  return value === null ? false : recordFailure(run);
};

const decodeString: ValueDecoder = (value, run) => {
  if (typeof value === "string") return value;
  return value === null ? "" : recordFailure(run);
};

const [leastInt32, greatestInt32] = boundsOfKind("int32");

const decodeIntOrString: ValueDecoder = (value, run) => {
  if (typeof value === "string") return value;
  if (value === null) return 0;
  return Number.isInteger(value) && Number(value) >= leastInt32 && Number(value) <= greatestInt32
    ? Number(value) + 0
    : recordFailure(run);
};

function numberDecoder(kind: NumberKind): ValueDecoder {
  const [least, greatest] = boundsOfKind(kind);
  const integer = !isFloat(kind);
  const natural = least === 0;
  const isSingle = kind === "float32";
  return (given, run) => {
    // `ValueSource.exact` returns large integers as bigint.
    const value = typeof given === "bigint" && !integer ? Number(given) : given;
    if (typeof value !== "number") return value === null ? 0 : recordFailure(run);
    if (isLarge(value)) run.largeNumbers = true;
    if (value < least || value > greatest || (integer && !Number.isInteger(value))) return recordFailure(run);
    // Go rejects `-0` for unsigned integers.
    if (natural && Object.is(value, -0)) return recordFailure(run);
    // The addition of zero turns -0 into 0.
    return (isSingle ? nearestFloat32(value) : value) + 0;
  };
}

function textDecoder(format: StringFormat): ValueDecoder {
  // Go decodes null as an empty string. An empty string is not a valid duration, so null is an
  // error for a duration.
  const zero = format === "Duration" ? undefined : zeroText(format);
  return (value, run) => {
    if (value === null && zero !== undefined) return zero;
    if (format === "bytes" && Array.isArray(value)) return bytesOfList(value, run);
    const text = format === "Quantity" && typeof value === "number" ? numberText(value) : value;
    // After a failure, values are no longer checked, because an exception for each invalid value
    // would be slow.
    if (typeof text !== "string" || run.failed) return recordFailure(run);
    try {
      return canonicalString(format, text);
    } catch {
      return recordFailure(run);
    }
  };
}

function zeroText(format: StringFormat): string {
  return format === "Quantity" ? "0" : "";
}

/**
 * Decodes bytes from a list of numbers, which Go accepts in addition to base64. A null item is 0.
 */
function bytesOfList(list: readonly unknown[], run: DecodeRun): string | null {
  // Only the document shows whether a number is written as an integer or as `1.0`.
  run.listedNumbers = true;
  const data = new Uint8Array(list.length);
  for (const [index, item] of list.entries()) {
    const isByte =
      item === null ||
      (typeof item === "number" && Number.isInteger(item) && item >= 0 && item <= 255 && !Object.is(item, -0));
    if (!isByte) return recordFailure(run);
    data[index] = Number(item);
  }
  return encodeBytes(data);
}

/**
 * Returns the string for a quantity that is a JSON number. Returns undefined for a number beyond
 * ±(2^53 - 1), because JavaScript may have rounded it.
 */
function numberText(value: number): string | undefined {
  return Math.abs(value) <= Number.MAX_SAFE_INTEGER ? String(value) : undefined;
}

function isLarge(value: number): boolean {
  return value > Number.MAX_SAFE_INTEGER || value < Number.MIN_SAFE_INTEGER;
}

/**
 * Counts the keys at all depths of an unchecked value. Records a failure for numbers that
 * JavaScript cannot represent, and records that numbers may have been rounded.
 */
function countKeys(value: unknown, run: DecodeRun): void {
  if (typeof value === "number") {
    if (!Number.isFinite(value)) recordFailure(run);
    else if (isLarge(value)) run.largeNumbers = true;
    return;
  }
  if (typeof value !== "object" || value === null) return;
  if (Array.isArray(value)) {
    for (const child of value as readonly unknown[]) countKeys(child, run);
    return;
  }
  let keys = 0;
  for (const key in value) {
    keys++;
    const child = (value as Readonly<Record<string, unknown>>)[key];
    if (typeof child !== "string") countKeys(child, run);
  }
  run.keys += keys;
}
