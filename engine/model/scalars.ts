import { scalarNames, type ScalarName } from "./universe.js";

/**
 * The range of a number type. For int64 and uint64, it contains only integers that a JavaScript
 * number represents exactly.
 */
export interface NumberRange {
  readonly min: number;
  readonly max: number;
  readonly whole: boolean;
  /** The type represents all integers from `-exact` to `exact` in its range exactly. */
  readonly exact: number;
}

const safe = Number.MAX_SAFE_INTEGER;
const maxFloat32 = 3.4028234663852886e38;
const integer = (min: number, max: number): NumberRange => ({ min, max, whole: true, exact: safe });

/** The number types of the model, with their ranges. */
const ranges: { readonly [name in ScalarName]?: NumberRange } = {
  int8: integer(-(2 ** 7), 2 ** 7 - 1),
  int16: integer(-(2 ** 15), 2 ** 15 - 1),
  int32: integer(-(2 ** 31), 2 ** 31 - 1),
  int64: integer(-safe, safe),
  uint8: integer(0, 2 ** 8 - 1),
  uint16: integer(0, 2 ** 16 - 1),
  uint32: integer(0, 2 ** 32 - 1),
  uint64: integer(0, safe),
  float32: { min: -maxFloat32, max: maxFloat32, whole: false, exact: 2 ** 24 },
  float64: { min: -Number.MAX_VALUE, max: Number.MAX_VALUE, whole: false, exact: safe },
};

/** Returns the range of a number type; undefined for any other scalar. */
export function numberRange(name: ScalarName): NumberRange | undefined {
  return ranges[name];
}

/** Scalars whose JSON value is a number. */
export const numberScalars: ReadonlySet<string> = new Set(Object.keys(ranges));

/** Scalars whose JSON value is a string. */
export const stringScalars: ReadonlySet<ScalarName> = new Set<ScalarName>([
  "string",
  "bytes",
  "Time",
  "MicroTime",
  "Duration",
  "Quantity",
]);

const names: ReadonlySet<string> = new Set(scalarNames);

export function isScalarName(name: string): name is ScalarName {
  return names.has(name);
}
