import type { Field, ObjectShape, TypeDeclaration, Type, Universe } from "../../engine/model/universe.js";
import { isRecord } from "../../engine/util/is-record.js";
import { nearest } from "../../engine/util/nearest.js";
import type { Printable } from "../../engine/base/symbol.js";
import { propertyKey } from "../../engine/print/render.js";
import { runtimePackage } from "../../engine/base/runtime-package.js";
import { typeById } from "../../engine/model/lookup.js";
import { resolveAliases } from "../../engine/model/facts/resolve.js";
import { literalProblem, type ScalarProblem } from "../../engine/model/facts/scalar-problem.js";

export type { ScalarProblem } from "../../engine/model/facts/scalar-problem.js";

/** Code for a JSON value, or the reason why the value is not valid for its type. */
export type LiteralCode = { readonly code: Printable } | { readonly fault: ScalarProblem };

/**
 * Returns the code for a required property that a literal omits: the property's own default, or
 * else the zero value of its type. Returns undefined if the literal must contain the property.
 */
export type FillIn = (field: Field, of: TypeDeclaration) => Printable | undefined;

/**
 * Checks a JSON value against its type. Returns the code of a valid value, or else the fault.
 * @param path path of this value within the marker's value
 */
export function literalCode(universe: Universe, type: Type, value: unknown, fillIn: FillIn, path = ""): LiteralCode {
  const resolved = resolveAliases(universe, type);
  const at = placeOf(path);
  switch (resolved?.kind) {
    case undefined:
      return plain(value);
    case "scalar": {
      const fault = literalProblem(resolved.name, value, at);
      return fault === undefined ? plain(value) : { fault };
    }
    case "literals":
      return resolved.values.some((member) => member === value)
        ? plain(value)
        : {
            fault: {
              code: "defaults/not-a-member",
              text: `${at} is ${show(value)}, but must be one of ${resolved.values.map(show).join(", ")}`,
              hint: suggestMember(value, resolved.values),
            },
          };
    case "list":
      if (!Array.isArray(value)) return wrong(at, value, "a list");
      return sequence(
        value.map((item, index) => literalCode(universe, resolved.element, item, fillIn, `${path}[${String(index)}]`)),
      );
    case "tuple":
      if (!Array.isArray(value) || value.length !== resolved.elements.length)
        return wrong(at, value, `a list of ${String(resolved.elements.length)} items`);
      return sequence(
        resolved.elements.map((element, index) =>
          literalCode(universe, element, value[index], fillIn, `${path}[${String(index)}]`),
        ),
      );
    case "map":
      if (!isRecord(value)) return wrong(at, value, "an object");
      return object(
        Object.entries(value).map(([key, item]) => [
          key,
          literalCode(universe, resolved.value, item, fillIn, `${path}[${JSON.stringify(key)}]`),
        ]),
      );
    case "embedded": {
      const shape = typeById(universe, resolved.of);
      return shape?.shape.kind === "object"
        ? objectLiteral(universe, shape, shape.shape, value, fillIn, path, false)
        : plain(value);
    }
    case "declared":
      return declaredLiteral(universe, resolved.declaration, value, fillIn, path);
  }
}

function declaredLiteral(
  universe: Universe,
  declaration: TypeDeclaration,
  value: unknown,
  fillIn: FillIn,
  path: string,
): LiteralCode {
  const { shape } = declaration;
  if (shape.kind === "object") return objectLiteral(universe, declaration, shape, value, fillIn, path, true);
  if (shape.kind === "opaque" && declaration.package !== runtimePackage) {
    const text = `${placeOf(path)} has the type ${declaration.name} of ${declaration.package}, whose properties are not known`;
    return {
      fault: { code: "defaults/opaque-type", text, hint: "refer to a constant of that type: +default=ref(Name)" },
    };
  }
  if (shape.kind !== "union") return plain(value);
  const at = placeOf(path);
  if (!isRecord(value)) return wrong(at, value, "an object");
  const chosen = value[shape.discriminator];
  const member = shape.members.find((candidate) => candidate.value === chosen);
  if (member !== undefined) return literalCode(universe, { kind: "ref", to: member.type }, value, fillIn, path);
  const known = shape.members.map((candidate) => candidate.value);
  return {
    fault: {
      code: "defaults/not-a-member",
      text: `${placeOf(`${path}.${shape.discriminator}`)} is ${show(chosen)}, but must be one of ${known.map(show).join(", ")}`,
      hint: suggestMember(chosen, known),
    },
  };
}

function objectLiteral(
  universe: Universe,
  declaration: TypeDeclaration,
  shape: ObjectShape,
  value: unknown,
  fillIn: FillIn,
  path: string,
  needsTypeMeta: boolean,
): LiteralCode {
  const at = placeOf(path);
  if (!isRecord(value)) return wrong(at, value, "an object");
  const meta = shape.typeMeta === undefined ? [] : ["apiVersion", "kind"];
  const known = [...meta, ...shape.fields.map(({ name }) => name)];
  const unknown = Object.keys(value).find((key) => !known.includes(key));
  if (unknown !== undefined) {
    const meant = nearest(unknown, known);
    return {
      fault: {
        code: "defaults/unknown-property",
        text: `${declaration.name} has no property ${unknown}`,
        hint: meant === undefined ? `known properties: ${known.join(", ")}` : `did you mean ${meant}?`,
      },
    };
  }
  const parts: [string, LiteralCode][] = [];
  for (const name of meta) {
    if (name in value)
      parts.push([
        name,
        literalCode(universe, { kind: "scalar", name: "string" }, value[name], fillIn, `${path}.${name}`),
      ]);
    else if (needsTypeMeta) return missing(declaration, name);
  }
  for (const field of shape.fields) {
    const given = Object.hasOwn(value, field.name) ? value[field.name] : undefined;
    if (given !== undefined && !(given === null && field.optional)) {
      parts.push([field.name, literalCode(universe, field.type, given, fillIn, `${path}.${field.name}`)]);
    } else if (!field.optional) {
      const code = fillIn(field, declaration);
      if (code === undefined) return missing(declaration, field.name);
      parts.push([field.name, { code }]);
    }
  }
  return object(parts);
}

/** Returns a path in words, for messages. */
function placeOf(path: string): string {
  return path === "" ? "the value" : path.replace(/^\./, "").replace(/^\[/, "element [");
}

function missing(declaration: TypeDeclaration, name: string): LiteralCode {
  return {
    fault: {
      code: "defaults/missing-property",
      text: `${declaration.name} requires ${name}, but the default omits it`,
      hint: `add ${name} to the default, or give ${name} its own +default`,
    },
  };
}

function plain(value: unknown): LiteralCode {
  if (Array.isArray(value)) return sequence(value.map(plain));
  return isRecord(value)
    ? object(Object.entries(value).map(([key, item]) => [key, plain(item)]))
    : { code: JSON.stringify(value) };
}

function sequence(items: readonly LiteralCode[]): LiteralCode {
  return joined(
    "[",
    items.map((item) => ["", item]),
    "]",
  );
}

function object(properties: readonly (readonly [string, LiteralCode])[]): LiteralCode {
  if (properties.length === 0) return { code: "{}" };
  return joined(
    "{ ",
    properties.map(([key, item]) => [`${propertyKey(key)}: `, item]),
    " }",
  );
}

function joined(start: string, items: readonly (readonly [string, LiteralCode])[], end: string): LiteralCode {
  const codes: Printable[] = [];
  for (const [before, item] of items) {
    if ("fault" in item) return item;
    codes.push(codes.length === 0 ? before : `, ${before}`, item.code);
  }
  return { code: [start, ...codes, end] };
}

function wrong(at: string, value: unknown, wanted: string): LiteralCode {
  return { fault: { code: "defaults/wrong-type", text: `${at} is ${show(value)}, not ${wanted}` } };
}

/** Returns the string that is most similar to a value; undefined if no string is similar. */
export function nearestMember(value: unknown, known: readonly unknown[]): string | undefined {
  if (typeof value !== "string") return undefined;
  return nearest(
    value,
    known.filter((member) => typeof member === "string"),
  );
}

function suggestMember(value: unknown, known: readonly unknown[]): string {
  const meant = nearestMember(value, known);
  return meant === undefined ? `use one of ${known.map(show).join(", ")}` : `did you mean ${show(meant)}?`;
}

function show(value: unknown): string {
  return value === undefined ? "missing" : JSON.stringify(value);
}
