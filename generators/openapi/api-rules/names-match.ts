import type { ApiRule } from "./rule.js";

/** Names of properties are in camel case, so that the names of Go's fields differ in one letter. */
export const namesMatch: ApiRule = {
  name: "names_match",
  code: "openapi/names-match",
  check: ({ name, own }) =>
    own
      .filter((field) => !/^[a-z][A-Za-z0-9]*$/.test(field.name))
      .map(({ name: field, position }) => ({
        field,
        message: `the name ${name}.${field} is not in camel case`,
        ...suggestion(field),
        position,
      })),
};

function suggestion(field: string): { hint?: string } {
  const words = field.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
  const joined = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  // `APIVersion` becomes `apiVersion`, `URL` becomes `url`, and `Name` becomes `name`.
  const name = joined.replace(/^[A-Z]+(?=[A-Z][a-z])|^[A-Z]+$|^[A-Z]/, (first) => first.toLowerCase());
  return /^[a-z]/.test(name) ? { hint: `rename it to ${name}` } : {};
}
