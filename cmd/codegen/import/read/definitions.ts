import { isObject, objectsIn, textOf, type Path, type Schema, type Source } from "../schema.js";

/** A definition and its place in a document. */
export interface Definition {
  readonly source: Source;
  readonly path: Path;
  readonly value: Schema;
}

/** Returns the CustomResourceDefinitions in a document, also those in lists. */
export function definitionsIn(source: Source, value: unknown, path: Path): readonly Definition[] {
  if (!isObject(value)) return [];
  const kind = textOf(value, "kind");
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
