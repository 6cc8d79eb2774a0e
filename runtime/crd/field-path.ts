import { propertyOf, valuesOf } from "./schema-parts.js";
import type { Schema } from "./types.js";

/** The schema that a path leads to and the path's steps, or the text about a wrong path. */
export type FoundField = { readonly schema: Schema | undefined; readonly steps: readonly string[] } | Fault;

interface Fault {
  readonly fault: string;
}

const notAField: Fault = { fault: "does not refer to a valid field" };

/**
 * Follows a path such as `.spec.replicas` or `.labels['a.b']` in a schema (Go: cel.ValidFieldPath).
 */
export function fieldPathFault(
  path: string,
  root: Schema,
  { allowsArrayNotation }: { readonly allowsArrayNotation: boolean },
): FoundField {
  const tokens = path.match(/'(?:[^\\]|\\.)*?'|[.[\]]|[^.[\]]+/gs) ?? [];
  const end: Fault = { fault: "unexpected end of JSON path" };
  const steps: string[] = [];
  let schema: Schema | undefined = root;
  for (let at = 0; at < tokens.length;) {
    const token = tokens[at++] ?? "";
    if (token !== "." && token !== "[") return { fault: `expected [ or . but got: ${token}` };
    if (token === "[" && !allowsArrayNotation) return { fault: "array notation is not allowed" };
    let name = tokens[at++];
    if (name === undefined) return end;
    if (token === "[") {
      if (!/^'.*'$/s.test(name)) return { fault: `expected single quoted string but got ${name}` };
      name = name.slice(1, -1).replace(/\\(['\\])/g, "$1");
    }
    if (schema === undefined || !hasStep(schema, name)) return notAField;
    schema = step(schema, name);
    steps.push(name);
    if (token === "[") {
      const close = tokens[at++];
      if (close !== "]") return close === undefined ? end : { fault: `expected ] but got ${close}` };
    }
  }
  return { schema, steps };
}

/** Reports whether a schema has a property or, without properties, is one of a map. */
function hasStep(schema: Schema, name: string): boolean {
  if (Object.keys(schema.properties ?? {}).length > 0) return propertyOf(schema, name) !== undefined;
  return schema.additionalProperties !== undefined;
}

function step(schema: Schema, name: string): Schema | undefined {
  return Object.keys(schema.properties ?? {}).length > 0 ? propertyOf(schema, name) : valuesOf(schema);
}
