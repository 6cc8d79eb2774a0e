import { apiVersionOf, groupOf, internalVersion, isVersion } from "../../../engine/model/group-version.js";
import { zeroOfLiterals, zeroOfScalar } from "../../../engine/model/facts/zero.js";
import type { Type, TypeDeclaration } from "../../../engine/model/universe.js";
import type { Printable } from "../../../engine/base/symbol.js";
import { propertyAccess, propertyKey } from "../../../engine/print/render.js";
import type { Types } from "../../pairs/types.js";

/**
 * Returns an expression for the zero value of a type, for a required field that was never set.
 * @param written type as generated code writes it in type assertions
 */
export function zeroValue(types: Types, type: Type, written: Printable, above: readonly string[] = []): Printable {
  const unwrapped = types.unwrap(type);
  const name = type.kind === "ref" ? types.print(types.declaration(type.to)) : written;
  switch (unwrapped.kind) {
    case "scalar":
      return JSON.stringify(zeroOfScalar(unwrapped.name));
    case "literals":
      return literalsZero(unwrapped.values, name);
    case "list":
      return "[]";
    case "map":
      return "{}";
    case "tuple":
      return [
        "[",
        ...join(
          unwrapped.elements.map((element, index) => zeroValue(types, element, [name, `[${String(index)}]`], above)),
          ", ",
        ),
        "]",
      ];
    case "embedded":
      return zeroOfObject(types, types.declaration(unwrapped.of), false, above);
    case "ref":
      return zeroOfObject(types, types.declaration(unwrapped.to), true, above);
  }
}

function literalsZero(values: readonly (string | number | boolean)[], written: Printable): Printable {
  const zero = zeroOfLiterals(values);
  if (values.includes(zero)) return JSON.stringify(zero);
  return ["(", JSON.stringify(zero), ` as ${typeof zero} as `, written, ")"];
}

function zeroOfObject(
  types: Types,
  declaration: TypeDeclaration,
  withTypeMeta: boolean,
  above: readonly string[],
): Printable {
  const { shape } = declaration;
  const written = types.print(declaration);
  if (shape.kind === "union") return [`({ ${propertyKey(shape.discriminator)}: "" as string } as `, written, ")"];
  if (shape.kind !== "object") return "{}";
  const inside = [...above, declaration.id];
  const parts: Printable[] = [];
  if (withTypeMeta && shape.typeMeta !== undefined) {
    const { apiVersion, kind } = declaredTypeMeta(types, declaration, shape.typeMeta);
    parts.push(`apiVersion: ${JSON.stringify(apiVersion)}`, `kind: ${JSON.stringify(kind)}`);
  }
  for (const field of shape.fields) {
    // A type that requires itself has no finite zero value. Loading has already reported the type,
    // and advised to make the field optional.
    if (field.optional || isAbove(types, field.type, inside)) continue;
    if (field.nullable === true) {
      parts.push(`${propertyKey(field.name)}: null`);
      continue;
    }
    const path: Printable = [written, `[${JSON.stringify(field.name)}]`];
    parts.push([`${propertyKey(field.name)}: `, zeroValue(types, field.type, path, inside)]);
  }
  return parts.length === 0 ? "{}" : ["{ ", ...join(parts, ", "), " }"];
}

function isAbove(types: Types, type: Type, above: readonly string[]): boolean {
  const unwrapped = types.unwrap(type);
  if (unwrapped.kind === "tuple") return unwrapped.elements.some((element) => isAbove(types, element, above));
  return above.includes(unwrapped.kind === "ref" ? unwrapped.to : unwrapped.kind === "embedded" ? unwrapped.of : "");
}

/**
 * Returns the apiVersion and kind of the objects of a kind. If the type does not declare them as
 * literals, the apiVersion is the package's group and version, and the kind is the name of the
 * type.
 */
export function declaredTypeMeta(
  types: Types,
  declaration: TypeDeclaration,
  literals: { readonly apiVersion?: string; readonly kind?: string },
): { readonly apiVersion: string; readonly kind: string } {
  const pkg = types.packageOf(declaration);
  // The version is `__internal` if the name of the package is not a version.
  const groupVersion = { group: groupOf(pkg) ?? "", version: isVersion(pkg.name) ? pkg.name : internalVersion };
  return { apiVersion: literals.apiVersion ?? apiVersionOf(groupVersion), kind: literals.kind ?? declaration.name };
}

/** Returns a condition that is true for every value except the zero value of the type. */
export function notZeroCondition(types: Types, type: Type, source: string, above: readonly string[] = []): string {
  const unwrapped = types.unwrap(type);
  switch (unwrapped.kind) {
    case "scalar":
      if (unwrapped.name === "boolean") return source;
      if (unwrapped.name === "RawExtension" || unwrapped.name === "FieldsV1") return hasKeys(source);
      return `${source} !== ${JSON.stringify(zeroOfScalar(unwrapped.name))}`;
    case "literals":
      return literalsNotZero(unwrapped.values, source);
    case "list":
      return `${source}.length > 0`;
    case "map":
      return hasKeys(source);
    case "embedded":
      return objectNotZero(types, types.declaration(unwrapped.of), source, above, true);
    case "tuple":
      return unwrapped.elements
        .map((element, index) => notZeroCondition(types, element, `${source}[${String(index)}]`, above))
        .join(" || ");
    case "ref":
      return objectNotZero(types, types.declaration(unwrapped.to), source, above);
  }
}

function literalsNotZero(values: readonly (string | number | boolean)[], source: string): string {
  const zero = zeroOfLiterals(values);
  if (zero === false) return source;
  return values.includes(zero)
    ? `${source} !== ${JSON.stringify(zero)}`
    : `(${source} as ${typeof zero}) !== ${JSON.stringify(zero)}`;
}

function objectNotZero(
  types: Types,
  declaration: TypeDeclaration,
  source: string,
  above: readonly string[],
  isEmbedded = false,
): string {
  const { shape } = declaration;
  if (shape.kind === "union") return `(${source}${propertyAccess(shape.discriminator)} as string) !== ""`;
  if (shape.kind !== "object" || shape.fields.length === 0 || above.includes(declaration.id)) return hasKeys(source);
  const typeMeta = isEmbedded ? [`${source}.apiVersion !== undefined`, `${source}.kind !== undefined`] : [];
  const fields = shape.fields.map(({ name, optional, nullable, type }) => {
    const path = `${source}${propertyAccess(name)}`;
    if (nullable === true && !optional) return `${path} !== null`;
    return optional ? `${path} !== undefined` : notZeroCondition(types, type, path, [...above, declaration.id]);
  });
  return [...typeMeta, ...fields].join(" || ");
}

function hasKeys(source: string): string {
  return `Object.keys(${source}).length > 0`;
}

function join(parts: readonly Printable[], separator: string): Printable[] {
  return parts.flatMap((part, index) => (index === 0 ? [part] : [separator, part]));
}
