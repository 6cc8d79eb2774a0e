import type { TypeDeclaration } from "../universe.js";

/** Reports whether a type has a field `metadata` of the type ObjectMeta. */
export function hasObjectMeta({ shape }: TypeDeclaration): boolean {
  const metadata = shape.kind === "object" ? shape.fields.find((field) => field.name === "metadata")?.type : undefined;
  return metadata?.kind === "ref" && metadata.to === "@apimachinery/runtime#ObjectMeta";
}
