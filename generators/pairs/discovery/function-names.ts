import type { Package, Type } from "../../../engine/model/universe.js";
import { declaredIn } from "../../../engine/model/type-parts.js";
import type { Types } from "../types.js";

/** Names of the two functions for a conversion of one type to another. */
export interface PairNames {
  readonly convert: string;
  readonly autoConvert: string;
}

/**
 * Returns the names that Kubernetes uses, such as `Convert_v1_Pizza_To_restaurant_Pizza`. They
 * contain the last part of the package id and the name of the type. If both packages have the same
 * last part, preceding parts are added until they differ, because otherwise both directions would
 * have the same name.
 * @returns undefined if a type has no name, such as an inline union of literals
 */
export function pairNames(types: Types, from: Type, to: Type): PairNames | undefined {
  const [fromPackage, toPackage] = [packageIn(types, from), packageIn(types, to)];
  const [fromName, toName] = packageNames(fromPackage, toPackage);
  const input = term(types, from, fromName);
  const output = term(types, to, toName);
  if (input === undefined || output === undefined) return undefined;
  return { convert: `Convert_${input}_To_${output}`, autoConvert: `autoConvert_${input}_To_${output}` };
}

/**
 * Returns the package of the declared type that remains after all lists and maps are removed;
 * undefined if none remains.
 */
function packageIn(types: Types, type: Type): Package | undefined {
  const id = declaredIn(type);
  return id === undefined ? undefined : types.packageOf(types.declaration(id));
}

function term(types: Types, type: Type, folder: string): string | undefined {
  const nested = (inner: Type, prefix: string): string | undefined => {
    const text = term(types, inner, folder);
    return text === undefined ? undefined : `${prefix}_${text}`;
  };
  switch (type.kind) {
    case "scalar":
      return type.name;
    case "ref":
      return `${folder}_${types.declaration(type.to).name}`;
    case "embedded":
      return `${folder}_${types.declaration(type.of).name}`;
    case "list":
      return nested(type.element, "Slice");
    case "map":
      return nested(type.value, "Map_string_To");
    case "literals":
    case "tuple":
      return undefined;
  }
}

function packageNames(from: Package | undefined, to: Package | undefined): [string, string] {
  const [a, b] = [from?.name ?? "", to?.name ?? ""];
  if (from === undefined || to === undefined || from.id === to.id || a !== b) return [a, b];
  const [fromAbove, toAbove] = [foldersAbove(from), foldersAbove(to)];
  let [left, right] = [a, b];
  while (left === right && (fromAbove.length > 0 || toAbove.length > 0)) {
    const [nextLeft, nextRight] = [fromAbove.pop(), toAbove.pop()];
    if (nextLeft !== undefined) left = `${nextLeft}_${left}`;
    if (nextRight !== undefined) right = `${nextRight}_${right}`;
  }
  return [left, right];
}

function foldersAbove({ id }: Package): string[] {
  return id
    .split("/")
    .slice(0, -1)
    .map((part) => part.replace(/[^A-Za-z0-9_$]/g, "_"));
}
