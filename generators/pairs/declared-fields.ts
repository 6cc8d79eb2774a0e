import { removeMarker, remedyAs } from "../../engine/base/fix.js";
import type { Marker } from "../../engine/markers/marker.js";
import type { Field, FunctionDeclaration, PackageId, Type, TypeDeclaration } from "../../engine/model/universe.js";
import { idOfReference, innermost } from "../../engine/model/type-parts.js";
import type { Problem } from "../../engine/base/problem.js";
import { signatureOf, type MatchedFunction } from "./discovery/functions.js";
import { keeps, loses } from "../markers/conversion.js";
import type { Types } from "./types.js";
import { conversionProblems } from "../problem-codes/conversion.js";

/**
 * Effect of a `keeps=` or `loses=` marker on a field. `keeps`: the function stores the field, so
 * the field survives the round trip. `loses`: the developer accepts that the field does not
 * completely survive.
 */
export interface DeclaredEffect {
  readonly effect: "keeps" | "loses";
  readonly function: FunctionDeclaration;
}

/** Fields in `keeps=` and `loses=` markers. */
export interface DeclaredFields {
  /**
   * Returns the marker's effect on a field; undefined if no marker names the field.
   * @param type type that contains the field
   * @param other package of the peer type
   */
  of(type: TypeDeclaration, field: string, other: PackageId): DeclaredEffect | undefined;
  /** All fields as plain data, which `memo` compares to detect changes. */
  readonly all: readonly (readonly [string, DeclaredEffect["effect"], string])[];
}

/** Collects the fields in the `keeps=` and `loses=` markers of all hand-written functions. */
export function declaredFields(types: Types, functions: readonly MatchedFunction[]): DeclaredFields {
  const found = new Map<string, DeclaredEffect>();
  for (const { function: fn, signature } of functions) {
    for (const { effect, marker } of declarations(fn)) {
      const path = marker.value ?? "";
      const sides: readonly [Type, Type][] = [
        [signature.from, signature.to],
        [signature.to, signature.from],
      ];
      for (const [side, other] of sides) {
        const last = resolve(types, side, path);
        const opposite = folderOf(types, other);
        if (last === undefined || opposite === undefined) continue;
        found.set(key(last.type, last.field.name, opposite), { effect, function: fn });
        break;
      }
    }
  }
  return {
    of: (type, field, other) => found.get(key(type, field, other)),
    all: [...found].map(([field, { effect, function: fn }]) => [field, effect, fn.name]),
  };
}

/**
 * Reports `keeps=` and `loses=` markers with a path that exists in neither the input type nor the
 * output type of the function.
 */
export function checkDeclaredFields(types: Types, functions: readonly FunctionDeclaration[]): Problem[] {
  return functions.flatMap((fn) => {
    const signature = signatureOf(types, fn);
    if (signature === undefined) return [];
    return declarations(fn)
      .filter(
        ({ marker: { value = "" } }) =>
          value !== "" && ![signature.from, signature.to].some((side) => resolve(types, side, value) !== undefined),
      )
      .map(({ effect, marker }) => ({
        ...conversionProblems.is("conversion/declared-field"),
        needsAllTypes: true as const,
        message: `+k8s:conversion-fn:${effect}=${marker.value ?? ""} does not name a field of ${types.describe(signature.from)} or ${types.describe(signature.to)}`,
        ...remedyAs(
          `write the path of a field of one of these types, for example ${effect}=${firstPath(types, signature.from)}; for a field of list items or map values, write only names, for example items.name; or remove the marker`,
          removeMarker(marker),
        ),
        position: marker.position,
      }));
  });
}

function declarations(
  fn: FunctionDeclaration,
): { readonly effect: DeclaredEffect["effect"]; readonly marker: Marker }[] {
  return fn.markers.flatMap((marker) => {
    const effect = keeps.matches(marker) ? "keeps" : loses.matches(marker) ? "loses" : undefined;
    return effect === undefined ? [] : [{ effect, marker }];
  });
}

/**
 * Returns the last field of a path, and the type that contains this field; undefined if the path
 * does not exist.
 */
function resolve(
  types: Types,
  from: Type,
  path: string,
): { readonly type: TypeDeclaration; readonly field: Field } | undefined {
  let at: Type = from;
  let last: { type: TypeDeclaration; field: Field } | undefined;
  for (const name of path.split(".")) {
    const type = structOf(types, at);
    if (type?.shape.kind !== "object") return undefined;
    const field = type.shape.fields.find((candidate) => candidate.name === name);
    if (field === undefined) return undefined;
    last = { type, field };
    at = field.type;
  }
  return last;
}

/**
 * Returns the declared type that remains after all lists, maps and aliases are removed; undefined
 * if the remaining type is not declared.
 */
function structOf(types: Types, type: Type): TypeDeclaration | undefined {
  const id = idOfReference(types.unwrap(innermost(type, types.unwrap)));
  return id === undefined ? undefined : types.declaration(id);
}

function folderOf(types: Types, type: Type): PackageId | undefined {
  return structOf(types, type)?.package;
}

function firstPath(types: Types, type: Type): string {
  const shape = structOf(types, type)?.shape;
  return (shape?.kind === "object" ? shape.fields[0]?.name : undefined) ?? "spec";
}

function key(type: TypeDeclaration, field: string, other: PackageId): string {
  return `${type.id}.${field} <> ${other}`;
}
