import type { APIObject } from "../request/api-object.js";
import { connects, type Subresource, type Subresources } from "./subresource.js";

/**
 * Matches the subresource names that are valid in a path, in a role and in an OpenAPI operation.
 */
const validName = /^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$/;

/**
 * Checks the subresources of a strategy and returns them.
 * @param reserved names of the subresources that markers declare
 * @throws Error for a subresource that cannot be served
 */
export function completeSubresources(
  given: Subresources<APIObject> = {},
  kind: string,
  reserved: readonly string[],
): Subresources<APIObject> {
  for (const [name, subresource] of Object.entries(given)) {
    const problem = reserved.includes(name) ? "a marker declares it already" : problemOf(name, subresource);
    if (problem !== undefined) throw new Error(`the subresource ${name} of ${kind} cannot be served: ${problem}`);
  }
  return given;
}

function problemOf(name: string, subresource: Subresource<APIObject>): string | undefined {
  if (!validName.test(name)) return "its name must consist of lower case letters, digits and hyphens";
  if (connects(subresource))
    return subresource.methods.length === 0 ? "`methods` must name at least one HTTP method" : undefined;
  const has = (action: "get" | "update" | "create") => subresource[action] !== undefined;
  if (!has("get") && !has("update") && !has("create"))
    return "it needs one of the functions get, update, create and connect";
  return has("update") && !has("get")
    ? "`update` needs `get`, which returns the object that a client changes"
    : undefined;
}
