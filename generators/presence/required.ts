import { kubernetesMarker } from "../markers/kubernetes-marker.js";
import { objectOf, packageById, typeById } from "../../engine/model/lookup.js";
import type { Field, TypeDeclaration, TypeId, Universe } from "../../engine/model/universe.js";
import { hasTypeMeta } from "../kinds/registered.js";
import { declaredRequired, optionalByDefault as schemaOptional } from "../markers/crd.js";
import { hasDefault } from "../markers/defaults.js";
import { optional, required } from "../markers/openapi.js";

const [declaredOptional, forbidden] = [kubernetesMarker("k8s:optional"), kubernetesMarker("k8s:forbidden")];
const schemaRequired = kubernetesMarker("kubebuilder:validation:Required");

/**
 * Reports whether requests must contain a property. A marker that declares the property required or
 * optional has precedence. Without such a marker, requests must contain the property unless it has
 * a `?` or a default, or the server sets it (metadata and status of a kind). In memory, a property
 * without `?` is always present, like a Go field.
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
 * controller-gen, this marker has precedence over `+optional`, but not over
 * `+kubebuilder:validation:Optional`. It has no effect on the metadata and status of a kind.
 */
export function isRequiredByConstraint(universe: Universe, of: TypeDeclaration, field: Field): boolean {
  return schemaRequired.has(field) && !schemaOptional.has(field) && !isServersOwn(universe, of, field);
}

/**
 * Reports whether the schema of a CustomResourceDefinition requires a property. This is true for a
 * property with `+required`, and for one that has no `?`, no default and no `+optional`. The
 * metadata and status of a kind are never required, nor is an object whose required properties all
 * have defaults, unless a marker makes it required. In a package with
 * `+kubebuilder:validation:Optional`, a property is required only if a marker makes it required.
 */
export function isRequiredInSchema(universe: Universe, of: TypeDeclaration, field: Field): boolean {
  if (isServersOwnByName(of, field) || schemaOptional.has(field)) return false;
  if (schemaRequired.has(field)) return true;
  if (optional.has(field) || declaredOptional.has(field) || forbidden.has(field)) return false;
  if (required.has(field) || declaredRequired.has(field)) return true;
  const pkg = packageById(universe, of.package);
  if (pkg !== undefined && schemaOptional.has(pkg)) return false;
  return !field.optional && !hasDefault(field) && !isFilledByDefaults(universe, field);
}

/**
 * Reports whether a required object has properties with defaults and no required property without
 * one, so that a request can omit the object.
 */
export function isFilledByDefaults(universe: Universe, field: Field, around: readonly TypeId[] = []): boolean {
  const object = field.optional || field.nullable === true ? undefined : objectOf(universe, field.type);
  if (object === undefined || around.includes(object.declaration.id)) return false;
  const { declaration, shape } = object;
  const inside = [...around, declaration.id];
  const isGiven = (one: Field): boolean => hasDefault(one) || isFilledByDefaults(universe, one, inside);
  return (
    shape.fields.some(isGiven) &&
    shape.fields.every((one) => isGiven(one) || !isRequiredInSchema(universe, declaration, one))
  );
}

function isServersOwnByName(of: TypeDeclaration, { name }: Field): boolean {
  return hasTypeMeta(of) && (name === "metadata" || name === "status");
}

function isServersOwn(universe: Universe, of: TypeDeclaration, { name, type }: Field): boolean {
  if (!hasTypeMeta(of) || type.kind !== "ref") return false;
  const declaration = typeById(universe, type.to);
  return name === "metadata"
    ? declaration?.name === "ObjectMeta" || declaration?.name === "ListMeta"
    : name === "status" && declaration?.shape.kind === "object";
}
