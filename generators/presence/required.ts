import { kubernetesMarker } from "../markers/kubernetes-marker.js";
import { typeById } from "../../engine/model/lookup.js";
import type { Field, TypeDeclaration, Universe } from "../../engine/model/universe.js";
import { hasDefault } from "../markers/defaults.js";
import { optional, required } from "../markers/openapi.js";

const [declaredRequired, declaredOptional] = [kubernetesMarker("k8s:required"), kubernetesMarker("k8s:optional")];
const [schemaRequired, schemaOptional] = [
  kubernetesMarker("kubebuilder:validation:Required"),
  kubernetesMarker("kubebuilder:validation:Optional"),
];

/**
 * Reports whether requests must contain a property. A property without `?` is always present in
 * memory, like a Go field. In requests, it is optional if a marker declares it optional, if it has
 * a default, or if the server sets it (metadata and status of a kind).
 */
export function isRequiredInRequests(universe: Universe, of: TypeDeclaration, field: Field): boolean {
  if (required.has(field) || declaredRequired.has(field)) return true;
  if (optional.has(field) || declaredOptional.has(field)) return false;
  if (schemaRequired.has(field)) return true;
  if (field.optional || schemaOptional.has(field) || hasDefault(field)) return false;
  return !isServersOwn(universe, of, field);
}

/**
 * Reports whether a marker of controller-gen makes a property required in requests. As in
 * controller-gen, it has precedence over `+optional`.
 */
export function isRequiredByConstraint(universe: Universe, of: TypeDeclaration, field: Field): boolean {
  return schemaRequired.has(field) && !schemaOptional.has(field) && !isServersOwn(universe, of, field);
}

function isServersOwn(universe: Universe, { shape }: TypeDeclaration, { name, type }: Field): boolean {
  if (shape.kind !== "object" || shape.typeMeta === undefined || type.kind !== "ref") return false;
  const declaration = typeById(universe, type.to);
  return name === "metadata"
    ? declaration?.name === "ObjectMeta" || declaration?.name === "ListMeta"
    : name === "status" && declaration?.shape.kind === "object";
}
