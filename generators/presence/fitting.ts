import { isDefaultMarker } from "../markers/defaults.js";
import type { Field, ScalarName, Type, Universe } from "../../engine/model/universe.js";
import { nearest } from "../../engine/util/nearest.js";
import { typeById } from "../../engine/model/lookup.js";
import { nearestMember } from "./literal.js";
import { isRecord } from "../../engine/util/is-record.js";
import { resolveAliases } from "../../engine/model/facts/resolve.js";
import { literalProblem } from "../../engine/model/facts/scalar-problem.js";
import { zeroOfScalar } from "../../engine/model/facts/zero.js";
import { numberRange } from "../../engine/model/scalars.js";

/**
 * Returns the value of a type that is most similar to a JSON value: for example, the number `24`
 * for the string `"24"`, the most similar literal for a union, and an object with known properties
 * for an interface.
 */
export function fitting(universe: Universe, type: Type, value: unknown, depth = 0): unknown {
  const resolved = resolveAliases(universe, type);
  const inner = (of: Type, part: unknown): unknown => fitting(universe, of, part, depth + 1);
  switch (resolved?.kind) {
    case undefined:
      return value;
    case "scalar":
      return fittingScalar(resolved.name, value);
    case "literals":
      return fittingLiteral(value, resolved.values);
    case "list":
      return Array.isArray(value) ? value.map((item: unknown) => inner(resolved.element, item)) : [];
    case "tuple":
      return resolved.elements.map((element, index) =>
        inner(element, Array.isArray(value) ? (value as readonly unknown[])[index] : undefined),
      );
    case "map":
      return isRecord(value)
        ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, inner(resolved.value, item)]))
        : {};
    case "embedded": {
      const shape = typeById(universe, resolved.of)?.shape;
      return shape?.kind === "object" ? fittingObject(shape.fields, value, inner, depth) : value;
    }
    case "declared": {
      const { shape } = resolved.declaration;
      if (shape.kind === "object") return fittingObject(shape.fields, value, inner, depth);
      if (shape.kind !== "union") return value;
      const given = isRecord(value) ? value[shape.discriminator] : undefined;
      const chosen = fittingLiteral(
        given,
        shape.members.map((member) => member.value),
      );
      const member = shape.members.find((candidate) => candidate.value === chosen);
      return member === undefined
        ? value
        : inner({ kind: "ref", to: member.type }, { ...(isRecord(value) ? value : {}), [shape.discriminator]: chosen });
    }
  }
}

type Inner = (of: Type, part: unknown) => unknown;

/**
 * Returns an object with the properties of the type. Renames an unknown property to the most
 * similar known name, or removes it. Adds missing required properties without a default.
 */
function fittingObject(fields: readonly Field[], value: unknown, inner: Inner, depth: number): unknown {
  const names = fields.map(({ name }) => name);
  const given = new Map<string, unknown>();
  for (const [key, part] of Object.entries(isRecord(value) ? value : {})) {
    const name = names.includes(key) ? key : nearest(key, names);
    if (name !== undefined && !given.has(name)) given.set(name, part);
  }
  const known = fields.filter(
    ({ name, optional, markers }) => given.has(name) || (!optional && depth < 8 && !markers.some(isDefaultMarker)),
  );
  return Object.fromEntries(known.map(({ name, type }) => [name, inner(type, given.get(name))]));
}

function fittingLiteral(value: unknown, values: readonly (string | number | boolean)[]): unknown {
  if (values.some((member) => member === value)) return value;
  return nearestMember(value, values) ?? values[0];
}

const examples: { readonly [name: string]: string } = {
  Time: "2024-01-31T09:30:00Z",
  MicroTime: "2024-01-31T09:30:00.000000Z",
  Duration: "1m30s",
  Quantity: "1Gi",
};

function fittingScalar(name: ScalarName, value: unknown): unknown {
  const fits = (candidate: unknown): boolean => literalProblem(name, candidate, "it") === undefined;
  if (fits(value) && value !== undefined) return value;
  const range = numberRange(name);
  if (range !== undefined) {
    const number = Number(value);
    if (typeof value === "boolean" || !Number.isFinite(number)) return 0;
    return range.whole ? Math.min(range.max, Math.max(range.min, Math.trunc(number))) : number;
  }
  const text =
    typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : "";
  const candidates: readonly unknown[] = [
    text,
    text.replaceAll(" ", ""),
    text.replace(/\s*([KMGT])B$/i, (_, unit: string) => `${unit.toUpperCase()}i`),
    `${text}s`,
    /^(yes|on|1|true)$/i.test(text),
    examples[name],
    Buffer.from(text).toString("base64"),
  ];
  return candidates.find((candidate) => candidate !== undefined && fits(candidate)) ?? zeroOfScalar(name);
}
