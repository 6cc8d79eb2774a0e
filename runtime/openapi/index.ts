/**
 * The definitions of the runtime's own types. An entry point of its own: descriptions are large,
 * and only servers that are asked for documents load them.
 */
import { GetOpenAPIDefinitions as metaDefinitions } from "../meta/v1/zz_generated.openapi.js";
import type { OpenAPIDefinitions, ReferenceCallback } from "./definition.js";
import { scalarDefinitions } from "./scalars.js";

export { OpenAPIModelPackage } from "../meta/v1/zz_generated.openapi.js";

/** meta/v1 and the aliases, under the names that they have in every document of Kubernetes. */
export function GetOpenAPIDefinitions(ref: ReferenceCallback): OpenAPIDefinitions {
  return { ...metaDefinitions(ref), ...scalarDefinitions };
}
