import { remedy, remedyAs, removeMarker, replaceText, type Fix } from "../../engine/base/fix.js";
import type { Field, Package, TypeDeclaration, Universe } from "../../engine/model/universe.js";
import type { Position, Problem } from "../../engine/base/problem.js";
import { resolveAliases } from "../../engine/model/facts/resolve.js";
import { defaultsProblems } from "../problem-codes/defaults.js";
import { defaultMarkerOf, omitZero, hasDefault } from "../markers/defaults.js";
import { fieldTarget, readDefault, typeTarget } from "./read-default.js";

/**
 * Returns the problems of all `+default` and `+omitzero` markers of a package, including defaults
 * that no function applies.
 */
export function checkDefaults(universe: Universe, { types }: Package): Problem[] {
  return Object.values(types).flatMap((type) =>
    [
      hasDefault(type) ? readDefault(universe, typeTarget(type)).problem : undefined,
      ...(type.shape.kind === "object" ? type.shape.fields : []).flatMap((field) => [
        idleOmitZero(type, field),
        checkDefault(universe, type, field),
      ]),
    ].filter((problem) => problem !== undefined),
  );
}

/**
 * Reports `+omitzero` on a required property, on which it has no effect, because the property is
 * always present.
 */
function idleOmitZero(of: TypeDeclaration, field: Field): Problem | undefined {
  const { name, from, optional: isOptional, position } = field;
  const marker = omitZero.find(field);
  if (marker === undefined || isOptional || from !== undefined) return undefined;
  const message = `+omitzero has no effect on ${of.name}.${name}, which is required`;
  return {
    ...defaultsProblems.is("defaults/idle-omitzero"),
    message,
    ...remedy(optional(position, name), removeMarker(marker)),
    position: marker.position,
  };
}

function optional(at: Position, name: string): Fix {
  return replaceText(at, `${name}:`, `${name}?:`, `make the property optional: ${name}?`);
}

function checkDefault(universe: Universe, of: TypeDeclaration, field: Field): Problem | undefined {
  // An inherited property is checked only in the interface that declares it.
  if (field.from !== undefined || !hasDefault(field)) return undefined;
  const { problem } = readDefault(universe, fieldTarget(field, of));
  if (field.optional || problem !== undefined) return problem;
  const resolved = resolveAliases(universe, field.type)?.kind;
  if (resolved !== "declared" && resolved !== "embedded" && resolved !== "tuple") return undefined;
  const marker = defaultMarkerOf(field) ?? field;
  return {
    ...defaultsProblems.is("defaults/default-on-struct"),
    message: `${of.name}.${field.name} is required, so it always has a value, and its +default has no effect`,
    ...remedyAs(
      `make the property optional (${field.name}?: …), or add defaults to the properties of its type`,
      optional(field.position, field.name),
      removeMarker(marker),
    ),
    position: marker.position,
  };
}
