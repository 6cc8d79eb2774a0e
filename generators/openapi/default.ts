import { isDefault } from "../markers/defaults.js";
import type { Marker } from "../../engine/markers/marker.js";
import { packageById, typeById } from "../../engine/model/lookup.js";
import type { Field, PackageId, Type, TypeDeclaration, Universe } from "../../engine/model/universe.js";
import { parse } from "../markers/constraints.js";
import { zeroDefault, type Context } from "./value.js";
import { json, type SchemaView } from "./view.js";
import { defaultConstant } from "../presence/reference.js";

/**
 * Returns the default of a property: the value of its own marker, otherwise the value of its type's
 * marker, otherwise the zero value if the property is required.
 * @param schema schema of the property's type
 */
export function defaultOf(context: Context, field: Field, of: TypeDeclaration, schema: SchemaView): SchemaView {
  const pkg = field.from?.slice(0, field.from.indexOf("#")) ?? of.package;
  const stated = statedDefault(context.universe, field.markers, pkg) ?? typeDefault(context.universe, field.type);
  if (stated !== undefined) return stated;
  return field.optional ? [] : zeroDefault(context, field.type, schema);
}

function typeDefault(universe: Universe, type: Type): SchemaView | undefined {
  const declaration = type.kind === "ref" ? typeById(universe, type.to) : undefined;
  return declaration === undefined ? undefined : statedDefault(universe, declaration.markers, declaration.package);
}

/**
 * Returns the default in a marker. Returns undefined if the value is not JSON; the defaults
 * generator has already reported this.
 */
function statedDefault(universe: Universe, markers: readonly Marker[], pkg: PackageId): SchemaView | undefined {
  const text = markers.find(isDefault)?.value;
  if (text === undefined) return undefined;
  const path = /^ref\((.*)\)$/.exec(text)?.[1]?.trim();
  if (path !== undefined) return constantDefault(universe, pkg, path);
  const value = parse(text);
  return value === undefined ? undefined : [json("default", value)];
}

/**
 * Returns the value of a constant as JSON. If its value is not a literal, returns a reference to
 * the constant.
 */
function constantDefault(universe: Universe, pkg: PackageId, path: string): SchemaView | undefined {
  const constant = defaultConstant(universe, pkg, path);
  if (constant === undefined) return undefined;
  if (constant.value !== undefined) return [json("default", constant.value)];
  const isModule = packageById(universe, constant.package)?.kind === "module";
  const symbol = { symbol: constant.name, from: constant.file, ...(isModule ? ({ module: true } as const) : {}) };
  return [{ kind: "constant", key: "default", value: symbol }];
}
