import type { Type, TypeId, Universe } from "../../engine/model/universe.js";
import type { Printable } from "../../engine/base/symbol.js";
import { typeById } from "../../engine/model/lookup.js";
import { printType } from "../../engine/print/type.js";
import type { Position } from "../../engine/base/problem.js";
import type { CopyBody } from "./body.js";

/** A private copy function in a generated file. */
export interface CopyHelper {
  readonly name: string;
  readonly type: Printable;
  readonly body: CopyBody;
}

export interface Helpers {
  /**
   * Returns the name of the private function for a type. Plans the function at the first call for
   * the type.
   */
  nameFor(type: Type, position: Position): string;
  all(): readonly CopyHelper[];
}

export function collectHelpers(universe: Universe, bodyFor: (type: Type, position: Position) => CopyBody): Helpers {
  const byType = new Map<string, string>();
  const taken = new Set<string>();
  const helpers: CopyHelper[] = [];
  return {
    nameFor(type, position) {
      const key = JSON.stringify(type);
      const known = byType.get(key);
      if (known !== undefined) return known;
      const name = freeName(`deepCopy_${describe(universe, type)}`, taken);
      byType.set(key, name);
      taken.add(name);
      const body = bodyFor(type, position);
      helpers.push({ name, type: printType(universe, type), body });
      return name;
    },
    all: () => helpers,
  };
}

function freeName(wanted: string, taken: ReadonlySet<string>): string {
  let name = wanted;
  for (let n = 2; taken.has(name); n++) name = `${wanted}_${String(n)}`;
  return name;
}

/** Returns a description of a type that can be part of an identifier: `MapOfPart`. */
function describe(universe: Universe, type: Type): string {
  switch (type.kind) {
    case "scalar":
      return capital(type.name);
    case "literals":
      return capital(typeof type.values[0]);
    case "list":
      return `ListOf${describe(universe, type.element)}`;
    case "tuple":
      return `TupleOf${type.elements.map((element) => describe(universe, element)).join("")}`;
    case "map":
      return `MapOf${describe(universe, type.value)}`;
    case "ref":
      return nameOf(universe, type.to);
    case "embedded":
      return `Embedded${nameOf(universe, type.of)}`;
  }
}

function nameOf(universe: Universe, id: TypeId): string {
  return typeById(universe, id)?.name ?? "Unknown";
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
