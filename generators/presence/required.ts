import { once } from "../../engine/util/once.js";
import { kubernetesMarker } from "../markers/kubernetes-marker.js";
import { objectOf, packageById } from "../../engine/model/lookup.js";
import type { Field, Package, TypeDeclaration, TypeId, Universe } from "../../engine/model/universe.js";
import { hasTypeMeta } from "../kinds/registered.js";
import {
  declaredRequired,
  isMemberMarker,
  optionalByDefault as schemaOptional,
  requiredBySchema as schemaRequired,
} from "../markers/crd.js";
import { hasDefault } from "../markers/defaults.js";
import { optional, required } from "../markers/openapi.js";

const [declaredOptional, forbidden] = [kubernetesMarker("k8s:optional"), kubernetesMarker("k8s:forbidden")];
const ifMode = kubernetesMarker("k8s:ifMode");

/**
 * Reports whether an object must contain a property, in requests to a server and in a cluster. All
 * outputs use this answer. A marker that declares the property required or optional has precedence;
 * as in controller-gen, `+kubebuilder:validation:Required` has precedence over `+optional`. Without
 * such a marker, a property is required unless it has a `?`, or defaulting sets it. The metadata
 * and status of a kind are never required. Members of unions, and properties with `+k8s:ifMode`,
 * are required only if a marker makes them required. The same applies to all properties of a
 * package with `+kubebuilder:validation:Optional`. In memory, a property without `?` is always
 * present, like a Go field.
 */
export function isRequired(universe: Universe, of: TypeDeclaration, field: Field): boolean {
  return statedPresence(universe, of, field) ?? (!field.optional && !isGiven(universe, field));
}

/**
 * Returns whether an object must contain a property, if its markers, its name or its package decide
 * it. Returns undefined if its type and its default decide it.
 */
function statedPresence(universe: Universe, of: TypeDeclaration, field: Field): boolean | undefined {
  if (isServersOwn(of, field) || schemaOptional.has(field)) return false;
  if (schemaRequired.has(field)) return true;
  if (optional.has(field) || declaredOptional.has(field) || forbidden.has(field)) return false;
  if (required.has(field) || declaredRequired.has(field)) return true;
  const pkg = packageById(universe, of.package);
  const isFree = ifMode.has(field) || field.markers.some(isMemberMarker);
  return isFree || (pkg !== undefined && schemaOptional.has(pkg)) ? false : undefined;
}

/** Reports whether the server sets a property of a kind: its metadata or its status. */
function isServersOwn(of: TypeDeclaration, { name }: Field): boolean {
  return hasTypeMeta(of) && (name === "metadata" || name === "status");
}

/**
 * Reports whether defaulting sets an absent property: to its default, or to an object whose
 * required properties all have a default.
 */
export function isGiven(universe: Universe, field: Field): boolean {
  return hasDefault(field) || isFilledByDefaults(universe, field);
}

/**
 * Reports whether a property without `?` is an object that has properties with defaults, and no
 * required property without one, so that a request can omit the object.
 */
export function isFilledByDefaults(universe: Universe, field: Field): boolean {
  return isOfTypes(filledTypes(universe), universe, field);
}

function isOfTypes(filled: ReadonlySet<TypeId>, universe: Universe, field: Field): boolean {
  const object = fillable(universe, field);
  return object !== undefined && filled.has(object.id);
}

/** Returns the type of the object that defaulting can create for a property. */
function fillable(universe: Universe, { type, optional: isAbsent, nullable }: Field): TypeDeclaration | undefined {
  return isAbsent || nullable === true ? undefined : objectOf(universe, type)?.declaration;
}

/**
 * The object types that have properties with defaults, and no required property without one. A type
 * is checked again when the type of one of its properties becomes such a type, so a cycle of
 * required properties is not filled.
 */
const filledTypes = once((universe: Universe): ReadonlySet<TypeId> => {
  const filled = new Set<TypeId>();
  const isKnown = (field: Field): boolean => hasDefault(field) || isOfTypes(filled, universe, field);
  const isFilled = (type: TypeDeclaration): boolean => {
    const fields = fieldsOf(type);
    const isNeeded = (field: Field): boolean => statedPresence(universe, type, field) ?? !field.optional;
    return fields.some(isKnown) && fields.every((field) => isKnown(field) || !isNeeded(field));
  };
  const waiting = Object.values(universe.packages).flatMap(typesWithDefaults);
  let users: ReadonlyMap<TypeId, readonly TypeDeclaration[]> | undefined;
  // The loop also visits the types that are added while it runs.
  for (const type of waiting) {
    if (filled.has(type.id) || !isFilled(type)) continue;
    filled.add(type.id);
    users ??= usersOf(universe);
    waiting.push(...(users.get(type.id) ?? []));
  }
  return filled;
});

const typesWithDefaults = once(({ types }: Package): readonly TypeDeclaration[] =>
  Object.values(types).filter((type) => fieldsOf(type).some(hasDefault)),
);

/** Returns the types with a property that defaulting can create, by the type of the property. */
function usersOf(universe: Universe): ReadonlyMap<TypeId, readonly TypeDeclaration[]> {
  const users = new Map<TypeId, TypeDeclaration[]>();
  for (const type of Object.values(universe.packages).flatMap((pkg) => Object.values(pkg.types)))
    for (const field of fieldsOf(type)) {
      const part = fillable(universe, field)?.id;
      if (part === undefined) continue;
      const known = users.get(part);
      if (known === undefined) users.set(part, [type]);
      else known.push(type);
    }
  return users;
}

function fieldsOf({ shape }: TypeDeclaration): readonly Field[] {
  return shape.kind === "object" ? shape.fields : [];
}
