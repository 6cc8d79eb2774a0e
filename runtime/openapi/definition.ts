/**
 * A schema as OpenAPI 3.0 has it; beside `$ref` more may stand, which documents wrap as their
 * version wants it.
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
 * Schemas by the names that documents have for them:
 * `io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta`.
 */
export interface OpenAPIDefinitions {
  readonly [name: string]: OpenAPISchema;
}

/** What `$ref` says for a definition's name: `#/components/schemas/…`. */
export type ReferenceCallback = (name: string) => string;

/** A generated `zz_generated.openapi.ts`, and whatever else has definitions. */
export interface OpenAPIModule {
  readonly GetOpenAPIDefinitions: (ref: ReferenceCallback) => OpenAPIDefinitions;
  /** Where the definitions are that these refer to. */
  readonly OpenAPIDependencies?: readonly OpenAPIModuleLoader[];
}

/** Loads definitions when somebody asks for a document, and not before. */
export type OpenAPIModuleLoader = () => Promise<OpenAPIModule>;
