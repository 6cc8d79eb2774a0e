import type { TypeDeclaration, TypeId } from "../universe.js";

/** Reports whether a type has a field `metadata` of the type ObjectMeta. */
export function hasObjectMeta(type: TypeDeclaration): boolean {
  return metadataOf(type) === "@apimachinery/runtime#ObjectMeta";
}

/** Reports whether a type has a field `metadata` of the type ListMeta, as lists of objects have. */
export function hasListMeta(type: TypeDeclaration): boolean {
  return metadataOf(type)?.endsWith("#ListMeta") === true;
}

/** Returns the id of the type of a field `metadata`; undefined if it refers to no type. */
function metadataOf({ shape }: TypeDeclaration): TypeId | undefined {
  const metadata = shape.kind === "object" ? shape.fields.find((field) => field.name === "metadata")?.type : undefined;
  return metadata?.kind === "ref" ? metadata.to : undefined;
}
