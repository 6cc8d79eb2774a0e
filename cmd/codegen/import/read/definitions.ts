import {
  isReadSchema,
  objectsIn,
  stringAt,
  type DocumentPath,
  type ReadSchema,
  type DocumentSource,
} from "../schema.js";

/** A CustomResourceDefinition and its path in a document. */
export interface PlacedDefinition {
  readonly source: DocumentSource;
  readonly path: DocumentPath;
  readonly value: ReadSchema;
}

/** Returns the CustomResourceDefinitions in a document, including those inside lists. */
export function definitionsIn(source: DocumentSource, value: unknown, path: DocumentPath): readonly PlacedDefinition[] {
  if (!isReadSchema(value)) return [];
  const kind = stringAt(value, "kind");
  if (kind === "CustomResourceDefinition") return [{ source, path, value }];
  if (kind !== "List" && kind !== "CustomResourceDefinitionList") return [];
  return objectsIn(value["items"], [...path, "items"]).flatMap((item) =>
    definitionsIn(
      source,
      kind === "List" ? item.value : { ...item.value, kind: "CustomResourceDefinition" },
      item.path,
    ),
  );
}
