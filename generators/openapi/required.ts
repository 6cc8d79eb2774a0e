import { typeById } from "../../engine/model/lookup.js";
import type { Field, TypeDeclaration, Universe } from "../../engine/model/universe.js";
import { hasDefault } from "./default.js";

const says = ({ markers }: Field, ...names: readonly string[]): boolean =>
  markers.some(({ name }) => names.includes(name));

/**
 * Whether a client has to give a property. A property without `?` is always there in memory, as
 * Go's fields are; on the wire it may be left out where a marker says so, where it has a default,
 * and where the server fills it: a kind's metadata and status.
 */
export function isRequired(universe: Universe, of: TypeDeclaration, field: Field): boolean {
  if (says(field, "required", "k8s:required", "kubebuilder:validation:Required")) return true;
  if (field.optional || says(field, "optional", "k8s:optional", "kubebuilder:validation:Optional") || hasDefault(field))
    return false;
  return !isServersOwn(universe, of, field);
}

function isServersOwn(universe: Universe, { shape }: TypeDeclaration, { name, type }: Field): boolean {
  if (shape.kind !== "object" || shape.typeMeta === undefined || type.kind !== "ref") return false;
  const declaration = typeById(universe, type.to);
  return name === "metadata"
    ? declaration?.name === "ObjectMeta" || declaration?.name === "ListMeta"
    : name === "status" && declaration?.shape.kind === "object";
}
