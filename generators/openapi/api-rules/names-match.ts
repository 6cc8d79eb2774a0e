import type { ApiRule } from "./rule.js";

/**
 * Rule: property names must be in camel case, so that they differ from Go's field names only in
 * upper and lower case.
 */
export const namesMatch: ApiRule = {
  name: "names_match",
  code: "openapi/names-match",
  check: ({ name, own }) =>
    own
      .filter((field) => !/^[a-z][A-Za-z0-9]*$/.test(field.name))
      .map(({ name: field, position }) => ({
        field,
        message: `the name of the property ${name}.${field} is not in camel case`,
        ...suggestion(field),
        position,
      })),
};

function suggestion(field: string): { hint?: string } {
  const words = field.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
  const joined = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  // `APIVersion` becomes `apiVersion`, `URL` becomes `url`, and `Name` becomes `name`.
  const name = joined.replace(/^[A-Z]+(?=[A-Z][a-z])|^[A-Z]+$|^[A-Z]/, (first) => first.toLowerCase());
  return /^[a-z]/.test(name) ? { hint: `rename the property to ${name}` } : {};
}
