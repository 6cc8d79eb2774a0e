import type { CELSchema } from "../types/schema.js";

/**
 * The schema at the end of a path and the steps of the path, or the message for an invalid path.
 * The schema is undefined if the path ends at a value of a map without a schema for its values.
 * `place` is the path as errors print it, such as `labels[a.b]`.
 */
export type FoundField =
  | { readonly schema: CELSchema | undefined; readonly steps: readonly string[]; readonly place: string }
  | Problem;

interface Problem {
  readonly fault: string;
}

const notAField: Problem = { fault: "does not refer to a valid field" };

/**
 * Follows a path such as `.spec.replicas` or `.labels['a.b']` in a schema (Go: cel.ValidFieldPath).
 * Returns the schema at the end of the path and the steps of the path, or the problem of the path.
 */
export function fieldPathProblem(
  path: string,
  root: CELSchema,
  { allowsArrayNotation }: { readonly allowsArrayNotation: boolean },
): FoundField {
  const tokens = path.match(/'(?:[^\\]|\\.)*?'|[.[\]]|[^.[\]]+/gs) ?? [];
  const end: Problem = { fault: "unexpected end of JSON path" };
  const steps: string[] = [];
  let place = "";
  let schema: CELSchema | undefined = root;
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
    const container: CELSchema = schema ?? {};
    const { properties = {}, additionalProperties } = container;
    if (Object.keys(properties).length > 0) {
      if (!Object.hasOwn(properties, name)) return notAField;
      schema = properties[name];
      place += place === "" ? name : `.${name}`;
    } else {
      if (additionalProperties === undefined) return notAField;
      schema = typeof additionalProperties === "object" ? additionalProperties : undefined;
      place += `[${name}]`;
    }
    steps.push(name);
    if (token === "[") {
      const close = tokens[at++];
      if (close !== "]") return close === undefined ? end : { fault: `expected ] but got ${close}` };
    }
  }
  return { schema, steps, place };
}
