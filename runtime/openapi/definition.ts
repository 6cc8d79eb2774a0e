/**
 * Schema in OpenAPI 3.0. In contrast to OpenAPI 3.0, a schema with `$ref` can have other
 * properties; documents convert such a schema to the form that their OpenAPI version requires.
 */
export interface OpenAPISchema {
  readonly description?: string;
  readonly type?: "object" | "array" | "string" | "integer" | "number" | "boolean";
  readonly format?: string;
  readonly default?: unknown;
  readonly nullable?: boolean;
  readonly enum?: readonly unknown[];
  readonly $ref?: string;
  readonly required?: readonly string[];
  readonly properties?: { readonly [name: string]: OpenAPISchema };
  readonly items?: OpenAPISchema;
  readonly additionalProperties?: OpenAPISchema;
  readonly oneOf?: readonly OpenAPISchema[];
  readonly allOf?: readonly OpenAPISchema[];
  readonly maximum?: number;
  readonly exclusiveMaximum?: boolean;
  readonly minimum?: number;
  readonly exclusiveMinimum?: boolean;
  readonly maxLength?: number;
  readonly minLength?: number;
  readonly pattern?: string;
  readonly maxItems?: number;
  readonly minItems?: number;
  readonly uniqueItems?: boolean;
  readonly multipleOf?: number;
  readonly maxProperties?: number;
  readonly minProperties?: number;
  readonly [extension: `x-${string}`]: unknown;
}

/**
 * Schemas by their names in OpenAPI documents: `io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta`.
 */
export interface OpenAPIDefinitions {
  readonly [name: string]: OpenAPISchema;
}

/** Descriptions of the types of a folder: by type, then by property. `""` is the type itself. */
export interface Docs {
  readonly [type: string]: TypeDocs;
}

/** Descriptions of a type and its properties. */
export interface TypeDocs {
  readonly [property: string]: string;
}

/** Returns the reference to a definition: `#/components/schemas/…`. */
export type ReferenceCallback = (name: string) => string;

/** A module with OpenAPI definitions, such as a generated `zz_generated.openapi.ts`. */
export interface OpenAPIModule {
  readonly GetOpenAPIDefinitions: (ref: ReferenceCallback) => OpenAPIDefinitions;
  /** Modules with the definitions to which this module's definitions refer. */
  readonly OpenAPIDependencies?: readonly OpenAPIModuleLoader[];
}

/**
 * Loads a module with OpenAPI definitions. It is called when a client requests an OpenAPI document
 * for the first time.
 */
export type OpenAPIModuleLoader = () => Promise<OpenAPIModule>;
