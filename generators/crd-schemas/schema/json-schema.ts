/** A CEL rule in a schema (`x-kubernetes-validations`). */
export interface SchemaRule {
  readonly rule: string;
  readonly message?: string;
}

/** A schema of a CustomResourceDefinition (Go: apiextensions/v1.JSONSchemaProps). */
export interface JSONSchema {
  readonly description?: string;
  readonly title?: string;
  readonly type?: string;
  readonly format?: string;
  readonly nullable?: boolean;
  readonly default?: unknown;
  readonly example?: unknown;
  readonly externalDocs?: { readonly url?: string; readonly description?: string };
  readonly enum?: readonly unknown[];
  readonly required?: readonly string[];
  readonly properties?: { readonly [name: string]: JSONSchema };
  readonly additionalProperties?: JSONSchema;
  readonly items?: JSONSchema;
  readonly allOf?: readonly JSONSchema[];
  readonly anyOf?: readonly JSONSchema[];
  readonly oneOf?: readonly JSONSchema[];
  readonly not?: JSONSchema;
  readonly "x-kubernetes-validations"?: readonly SchemaRule[];
  readonly "x-kubernetes-preserve-unknown-fields"?: true;
  readonly "x-kubernetes-embedded-resource"?: true;
  readonly "x-kubernetes-int-or-string"?: true;
  readonly "x-kubernetes-list-type"?: string;
  readonly "x-kubernetes-list-map-keys"?: readonly string[];
  readonly "x-kubernetes-map-type"?: string;
  /** Further keywords for scalars, lists and objects, such as `maximum`. */
  readonly [keyword: string]: unknown;
}
