import type { ConstraintKeywords } from "../rules/keywords.js";

/**
 * Schema in OpenAPI 3.0, with one extension: a schema with `$ref` can have other properties. When a
 * document is created, such a schema is converted to a form that the OpenAPI version of the
 * document permits.
 */
export interface OpenAPISchema extends ConstraintKeywords {
  readonly description?: string;
  readonly type?: "object" | "array" | "string" | "integer" | "number" | "boolean";
  readonly default?: unknown;
  readonly $ref?: string;
  readonly required?: readonly string[];
  readonly properties?: { readonly [name: string]: OpenAPISchema };
  readonly items?: OpenAPISchema;
  readonly additionalProperties?: OpenAPISchema;
  readonly oneOf?: readonly OpenAPISchema[];
  readonly allOf?: readonly OpenAPISchema[];
  readonly [extension: `x-${string}`]: unknown;
}

/**
 * Schemas by name in OpenAPI documents, such as `io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta`.
 */
export interface OpenAPIDefinitions {
  readonly [name: string]: OpenAPISchema;
}

/** Descriptions of the types of a folder, by type name. */
export interface Docs {
  readonly [type: string]: TypeDocs;
}

/** Descriptions of properties, by property name. The entry `""` describes the type itself. */
export interface TypeDocs {
  readonly [property: string]: string;
}

/** Returns the `$ref` value for the name of a definition: `#/components/schemas/…`. */
export type ReferenceCallback = (name: string) => string;

/** A module with OpenAPI definitions, such as a generated `zz_generated.openapi.ts`. */
export interface OpenAPIModule {
  readonly GetOpenAPIDefinitions: (ref: ReferenceCallback) => OpenAPIDefinitions;
  /**
   * Modules that contain the definitions to which this module refers. Absent if this module refers
   * only to its own definitions.
   */
  readonly OpenAPIDependencies?: readonly OpenAPIModuleLoader[];
}

/**
 * Loads a module with OpenAPI definitions. The server calls this function when a client requests an
 * OpenAPI document for the first time.
 */
export type OpenAPIModuleLoader = () => Promise<OpenAPIModule>;
