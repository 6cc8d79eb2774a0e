import type { Marker } from "../../engine/markers/marker.js";
import { typeById } from "../../engine/model/lookup.js";
import type { Field, PackageId, TypeDeclaration, Universe } from "../../engine/model/universe.js";
import { isDefaultMarker } from "../markers/defaults.js";
import { statedDefault } from "../presence/stated-default.js";

/** The value of a default, or the reason why codegen cannot compute it. */
export type ConstantValue = { readonly value: unknown } | { readonly fault: string };

/**
 * Returns the default of a property from its marker, or else from the marker of its type.
 * `+kubebuilder:default` has precedence over `+default`, as in controller-gen. Returns undefined if
 * neither declaration has such a marker.
 */
export function constantValue(universe: Universe, of: TypeDeclaration, field: Field): ConstantValue | undefined {
  const pkg = field.from?.slice(0, field.from.indexOf("#")) ?? of.package;
  const own = stated(universe, field.markers, pkg);
  if (own !== undefined || field.type.kind !== "ref") return own;
  const type = typeById(universe, field.type.to);
  return type === undefined ? undefined : stated(universe, type.markers, type.package);
}

function stated(universe: Universe, markers: readonly Marker[], pkg: PackageId): ConstantValue | undefined {
  const found = markers.filter(isDefaultMarker);
  const marker = found.find(({ name }) => name.startsWith("kubebuilder:")) ?? found[0];
  const said = statedDefault(universe, marker, pkg);
  if (said === undefined || "value" in said) return said;
  const { name, value } = said.constant;
  return value === undefined ? { fault: `the value of the constant ${name} is computed` } : { value };
}
