import { typeById } from "../../engine/model/lookup.js";
import type { Field, TypeDeclaration, Universe } from "../../engine/model/universe.js";
import { hasDefault } from "./default.js";

const hasMarker = ({ markers }: Field, ...names: readonly string[]): boolean =>
  markers.some(({ name }) => names.includes(name));

/**
 * Reports whether requests must contain a property. A property without `?` is always present in
 * memory, like a Go field. In requests it is optional if a marker declares it optional, if it has a
 * default, or if the server sets it (metadata and status of a kind).
 */
export function isRequired(universe: Universe, of: TypeDeclaration, field: Field): boolean {
  if (hasMarker(field, "required", "k8s:required")) return true;
  if (hasMarker(field, "optional", "k8s:optional")) return false;
  if (hasMarker(field, "kubebuilder:validation:Required")) return true;
  if (field.optional || hasMarker(field, "kubebuilder:validation:Optional") || hasDefault(field)) return false;
  return !isServersOwn(universe, of, field);
}

function isServersOwn(universe: Universe, { shape }: TypeDeclaration, { name, type }: Field): boolean {
  if (shape.kind !== "object" || shape.typeMeta === undefined || type.kind !== "ref") return false;
  const declaration = typeById(universe, type.to);
  return name === "metadata"
    ? declaration?.name === "ObjectMeta" || declaration?.name === "ListMeta"
    : name === "status" && declaration?.shape.kind === "object";
}
