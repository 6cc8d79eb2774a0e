import type { CRDKeywords } from "../../../runtime/crd/index.js";

/** A CEL rule in a schema (`x-kubernetes-validations`). */
export interface SchemaRule {
  readonly rule: string;
  readonly message?: string;
}

/**
 * A schema of a CustomResourceDefinition (Go: apiextensions/v1.JSONSchemaProps), in which lists and
 * maps have one schema for all values.
 */
export interface JSONSchema extends CRDKeywords {
  readonly properties?: { readonly [name: string]: JSONSchema };
  readonly additionalProperties?: JSONSchema;
  readonly items?: JSONSchema;
  readonly allOf?: readonly JSONSchema[];
  readonly anyOf?: readonly JSONSchema[];
  readonly oneOf?: readonly JSONSchema[];
  readonly not?: JSONSchema;
  readonly "x-kubernetes-validations"?: readonly SchemaRule[];
  readonly [keyword: string]: unknown;
}
