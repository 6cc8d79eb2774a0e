import { objectOf, underlying } from "../../engine/model/lookup.js";
import type { Field, Type, TypeDeclaration, Universe } from "../../engine/model/universe.js";
import { findDeclaration } from "../../engine/print/type.js";

/** An object type with its properties, as far as they are known. */
export interface KnownObject {
  readonly declaration: TypeDeclaration;
  readonly fields: readonly Field[];
}

/**
 * Returns the object type behind aliases. Of the runtime's ObjectMeta, whose properties are not in
 * the model, it has the properties that users can set.
 */
export function knownObject(universe: Universe, type: Type): KnownObject | undefined {
  const object = objectOf(universe, type);
  if (object !== undefined) return { declaration: object.declaration, fields: object.shape.fields };
  const under = underlying(universe, type);
  const declaration = under.kind === "ref" ? findDeclaration(universe, under.to) : undefined;
  if (declaration?.package !== "@apimachinery/runtime" || declaration.name !== "ObjectMeta") return undefined;
  return { declaration, fields: metadataFields(declaration) };
}

const text: Type = { kind: "scalar", name: "string" };
const texts: Type = { kind: "map", value: text };

/** In Go these properties are values that are omitted if they are empty. */
function metadataFields({ position }: TypeDeclaration): readonly Field[] {
  const field = (name: string, type: Type): Field => ({
    name,
    optional: true,
    type,
    markers: [{ name: "omitzero", position }],
    description: "",
    position,
  });
  return [
    field("name", text),
    field("generateName", text),
    field("namespace", text),
    field("labels", texts),
    field("annotations", texts),
    field("finalizers", { kind: "list", element: text }),
  ];
}
