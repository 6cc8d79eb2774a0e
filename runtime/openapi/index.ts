/**
 * OpenAPI definitions of the types of this package. They have a separate entry point, because their
 * descriptions are large and only servers with OpenAPI documents need them.
 */
import { GetOpenAPIDefinitions as metaDefinitions } from "../meta/v1/zz_generated.openapi.js";
import type { OpenAPIDefinitions, ReferenceCallback } from "./definition.js";
import { scalarDefinitions } from "./scalars.js";

export { OpenAPIModelPackage } from "../meta/v1/zz_generated.openapi.js";
export { openAPIDefinition, openAPIDefinitions, type References } from "./reader.js";

/**
 * Returns the definitions of meta/v1, and of types such as Time and Quantity, by their names in
 * Kubernetes' OpenAPI documents.
 */
export function GetOpenAPIDefinitions(ref: ReferenceCallback): OpenAPIDefinitions {
  return { ...metaDefinitions(ref), ...scalarDefinitions };
}
