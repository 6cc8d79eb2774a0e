/**
 * Schema in OpenAPI 3.0. Properties beside `$ref` are allowed; documents wrap them as their version
 * requires.
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

/** Schemas by their names in documents: `io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta`. */
export interface OpenAPIDefinitions {
  readonly [name: string]: OpenAPISchema;
}

/** Returns the value of `$ref` for the name of a definition: `#/components/schemas/…`. */
export type ReferenceCallback = (name: string) => string;

/** A module with definitions, such as a generated `zz_generated.openapi.ts`. */
export interface OpenAPIModule {
  readonly GetOpenAPIDefinitions: (ref: ReferenceCallback) => OpenAPIDefinitions;
  /** Modules with the definitions that these refer to. */
  readonly OpenAPIDependencies?: readonly OpenAPIModuleLoader[];
}

/** Loads definitions at the first request for a document. */
export type OpenAPIModuleLoader = () => Promise<OpenAPIModule>;
