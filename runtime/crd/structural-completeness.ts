import * as field from "../field/index.js";
import type { FieldError } from "../field/index.js";
import { itemsOf, junctors, propertiesOf, propertyOf } from "./schema-parts.js";
import type { Schema } from "./types.js";

/** A schema that restricts a value, its path, and the path of the schema that defines the value. */
interface Nested {
  readonly path: field.Path;
  readonly definition: field.Path;
}

/** Returns an error for each property and item that only a nested schema names. */
export function completenessErrors(path: field.Path, schema: Schema): FieldError[] {
  return nestedSchemas(schema, schema, { path, definition: path });
}

function nestedSchemas(nested: Schema, defining: Schema, { path, definition }: Nested): FieldError[] {
  const below = (one: Schema, place: field.Path) => bothErrors(one, defining, { path: place, definition });
  return [
    ...(nested.not === undefined ? [] : below(nested.not, path.child("not"))),
    ...junctors.flatMap((keyword) =>
      (nested[keyword] ?? []).flatMap((one, at) => below(one, path.child(keyword).index(at))),
    ),
  ];
}

function bothErrors(nested: Schema | undefined, defining: Schema | undefined, paths: Nested): FieldError[] {
  if (nested === undefined) return [];
  const { path, definition } = paths;
  if (defining === undefined) return [field.required(definition, `because it is defined in ${path.toString()}`)];
  return [
    ...nestedSchemas(nested, defining, paths),
    ...bothErrors(itemsOf(nested), itemsOf(defining), {
      path: path.child("items"),
      definition: definition.child("items"),
    }),
    ...propertiesOf(nested).flatMap(([name, one]) =>
      bothErrors(one, propertyOf(defining, name), {
        path: path.child("properties").key(name),
        definition: definition.child("properties").key(name),
      }),
    ),
  ];
}
