import { removeMarker, remedyAs } from "../../../engine/fix/fix.js";
import type { Marker } from "../../../engine/markers/marker.js";
import type { Field, FunctionDeclaration, PackageId, Type, TypeDeclaration } from "../../../engine/model/universe.js";
import type { Problem } from "../../../engine/problem.js";
import { signatureOf, type HandWritten } from "../discovery/functions.js";
import type { Types } from "../types.js";

/**
 * What a person says of a field in the comment of a function: it comes back from the other side, or
 * something of it may not.
 */
export interface Declared {
  readonly says: "keeps" | "loses";
  readonly function: FunctionDeclaration;
}

/** What persons say of fields. */
export interface DeclaredFields {
  /** @param other the folder of the type on the other side */
  of(type: TypeDeclaration, field: string, other: PackageId): Declared | undefined;
  /** Everything that is said, as plain data. */
  readonly all: readonly (readonly [string, Declared["says"], string])[];
}

/** Reads `+k8s:conversion-fn:keeps=` and `loses=` of all functions that can be called. */
export function declaredFields(types: Types, functions: readonly HandWritten[]): DeclaredFields {
  const found = new Map<string, Declared>();
  for (const { function: fn, signature } of functions) {
    for (const { says, marker } of declarations(fn)) {
      const path = marker.value ?? "";
      const sides: readonly [Type, Type][] = [
        [signature.from, signature.to],
        [signature.to, signature.from],
      ];
      for (const [side, other] of sides) {
        const last = resolve(types, side, path);
        const opposite = folderOf(types, other);
        if (last === undefined || opposite === undefined) continue;
        found.set(key(last.type, last.field.name, opposite), { says, function: fn });
        break;
      }
    }
  }
  return {
    of: (type, field, other) => found.get(key(type, field, other)),
    all: [...found].map(([field, { says, function: fn }]) => [field, says, fn.name]),
  };
}

/** Paths that neither side of the function has. */
export function checkDeclaredFields(types: Types, functions: readonly FunctionDeclaration[]): Problem[] {
  return functions.flatMap((fn) => {
    const signature = signatureOf(types, fn);
    if (signature === undefined) return [];
    return declarations(fn)
      .filter(
        ({ marker: { value = "" } }) =>
          value !== "" && ![signature.from, signature.to].some((side) => resolve(types, side, value) !== undefined),
      )
      .map(({ says, marker }) => ({
        code: "conversion/declared-field",
        severity: "error" as const,
        needsAllTypes: true as const,
        message: `+k8s:conversion-fn:${says}=${marker.value ?? ""} names no field of ${types.describe(signature.from)} or ${types.describe(signature.to)}`,
        ...remedyAs(
          `Fields are named from there on, as in ${says}=${firstPath(types, signature.from)}; lists and maps are passed through: items.name. If no field is meant, remove the marker.`,
          removeMarker(marker),
        ),
        position: marker.position,
      }));
  });
}

function declarations(fn: FunctionDeclaration): { readonly says: Declared["says"]; readonly marker: Marker }[] {
  return fn.markers.flatMap((marker) => {
    const says = /^k8s:conversion-fn:(keeps|loses)$/.exec(marker.name)?.[1];
    return says === "keeps" || says === "loses" ? [{ says, marker }] : [];
  });
}

/** The last field of a path, and the type that it is a field of. */
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

/** The declared type in a value, through lists and maps. */
function structOf(types: Types, type: Type): TypeDeclaration | undefined {
  const last = types.unwrap(type);
  switch (last.kind) {
    case "ref":
      return types.declaration(last.to);
    case "embedded":
      return types.declaration(last.of);
    case "list":
      return structOf(types, last.element);
    case "map":
      return structOf(types, last.value);
    default:
      return undefined;
  }
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
