import { kubernetesMarker } from "../markers/kubernetes-marker.js";
import { objectOf, packageById } from "../../engine/model/lookup.js";
import type { Field, TypeDeclaration, TypeId, Universe } from "../../engine/model/universe.js";
import { hasDefault } from "../markers/defaults.js";
import { optional, required } from "../markers/openapi.js";
import { optionalByDefault } from "../markers/crd.js";

const [declaredRequired, declaredOptional] = [kubernetesMarker("k8s:required"), kubernetesMarker("k8s:optional")];
const forbidden = kubernetesMarker("k8s:forbidden");
const schemaRequired = kubernetesMarker("kubebuilder:validation:Required");

/**
 * Reports whether requests must contain a property. This is true for a property with `+required`,
 * and for one that has no `?`, no default and no `+optional`. The metadata and status of a kind are
 * never required. In a package with `+kubebuilder:validation:Optional`, only properties that a
 * marker makes required are.
 */
export function isRequiredInSchema(universe: Universe, of: TypeDeclaration, field: Field): boolean {
  if (isServersOwn(of, field)) return false;
  if (optionalByDefault.has(field)) return false;
  if (schemaRequired.has(field)) return true;
  if (optional.has(field) || declaredOptional.has(field) || forbidden.has(field)) return false;
  if (required.has(field) || declaredRequired.has(field)) return true;
  const pkg = packageById(universe, of.package);
  if (pkg !== undefined && optionalByDefault.has(pkg)) return false;
  return !field.optional && !hasDefault(field) && !isFilledByDefaults(universe, field);
}

/**
 * Reports whether every required property of a required object has a default, so that a request can
 * omit the object.
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

function isServersOwn({ shape }: TypeDeclaration, { name }: Field): boolean {
  return shape.kind === "object" && shape.typeMeta !== undefined && (name === "metadata" || name === "status");
}
