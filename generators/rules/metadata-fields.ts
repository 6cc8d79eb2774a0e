import { objectOf, underlying, typeById } from "../../engine/model/lookup.js";
import type { Field, Type, TypeDeclaration, TypeId, Universe } from "../../engine/model/universe.js";

/** An object type with its known properties. */
export interface KnownObject {
  readonly declaration: TypeDeclaration;
  readonly fields: readonly Field[];
}

/**
 * Returns the object type to which aliases refer. For the runtime's ObjectMeta, OwnerReference and
 * Condition, whose properties are not in the model, returns the properties that users can set.
 * Returns undefined for any other type.
 */
export function knownObject(universe: Universe, type: Type): KnownObject | undefined {
  const object = objectOf(universe, type);
  if (object !== undefined) return { declaration: object.declaration, fields: object.shape.fields };
  const under = underlying(universe, type);
  const declaration = under.kind === "ref" ? declarationOf(universe, under.to) : undefined;
  if (declaration?.package !== "@apimachinery/runtime") return undefined;
  if (declaration.name === "ObjectMeta") return { declaration, fields: metadataFields(declaration) };
  if (declaration.name === "OwnerReference") return { declaration, fields: ownerFields(declaration) };
  if (declaration.name === "Condition") return { declaration, fields: conditionFields(declaration) };
  return undefined;
}

/**
 * Returns the declaration of a type. The model contains OwnerReference only if a folder imports it;
 * otherwise, its declaration is derived from that of ObjectMeta. Returns undefined if the model
 * contains neither.
 */
function declarationOf(universe: Universe, id: TypeId): TypeDeclaration | undefined {
  const known = typeById(universe, id);
  const metadata = id.replace(/OwnerReference$/, "ObjectMeta");
  if (known !== undefined || metadata === id) return known;
  const declaration = typeById(universe, metadata);
  return declaration === undefined ? undefined : { ...declaration, id, name: "OwnerReference" };
}

const text: Type = { kind: "scalar", name: "string" };
const texts: Type = { kind: "map", value: text };
const truth: Type = { kind: "scalar", name: "boolean" };

/**
 * Returns the properties of ObjectMeta that users can set. In Go, these fields are not pointers, so
 * an empty field is unset.
 */
function metadataFields({ id, position }: TypeDeclaration): readonly Field[] {
  const field = (name: string, type: Type): Field => ({
    ...fieldOf(name, type, true, position),
    markers: [{ name: "omitzero", position }],
  });
  const owner = id.replace(/ObjectMeta$/, "OwnerReference");
  return [
    field("name", text),
    field("generateName", text),
    field("namespace", text),
    field("labels", texts),
    field("annotations", texts),
    field("ownerReferences", { kind: "list", element: { kind: "ref", to: owner } }),
    field("finalizers", { kind: "list", element: text }),
  ];
}

function ownerFields({ position }: TypeDeclaration): readonly Field[] {
  return [
    ...["apiVersion", "kind", "name", "uid"].map((name) => fieldOf(name, text, false, position)),
    ...["controller", "blockOwnerDeletion"].map((name) => fieldOf(name, truth, true, position)),
  ];
}

function conditionFields({ position }: TypeDeclaration): readonly Field[] {
  return [
    ...["type", "status", "reason", "message"].map((name) => fieldOf(name, text, false, position)),
    fieldOf("observedGeneration", { kind: "scalar", name: "int64" }, true, position),
    fieldOf("lastTransitionTime", { kind: "scalar", name: "Time" }, false, position),
  ];
}

function fieldOf(name: string, type: Type, optional: boolean, position: Field["position"]): Field {
  return { name, optional, type, markers: [], description: "", position };
}
