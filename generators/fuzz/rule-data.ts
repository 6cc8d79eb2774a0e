import type { Printable } from "../../engine/print/symbol.js";
import { propertyKey } from "../../engine/render.js";

/** A name in data: a function that returns the value of this name is printed. */
export interface Lazy {
  readonly lazy: Printable;
}

/** Data that is printed as code. Properties with undefined are left out. */
export type RuleData =
  | string
  | number
  | boolean
  | Lazy
  | readonly RuleData[]
  | { readonly [name: string]: RuleData | undefined };

/** Returns the code of data. */
export function printData(data: RuleData): Printable {
  if (typeof data !== "object") return JSON.stringify(data);
  if (isList(data)) return ["[", ...data.flatMap((one): Printable[] => [printData(one), ", "]), "]"];
  if (isLazy(data)) return ["() => ", data.lazy];
  const entries = Object.entries(data).flatMap(([name, value]): Printable[] =>
    value === undefined ? [] : [propertyKey(name), ": ", printData(value), ", "],
  );
  return ["{ ", ...entries, "}"];
}

/** Returns the items of a list, or the values of an object's properties. */
export function partsOf(data: object): readonly (RuleData | undefined)[] {
  return Object.values(data) as (RuleData | undefined)[];
}

function isList(data: RuleData): data is readonly RuleData[] {
  return Array.isArray(data);
}

function isLazy(data: object): data is Lazy {
  return "lazy" in data;
}
