import type { ConstraintKeywords } from "../rules/keywords.js";
import type { WrittenRule } from "../cel/types/rule.js";

export type { WrittenRule as Rule };

/** Schema of a CRD: `JSONSchemaProps` of apiextensions.k8s.io/v1. */
export interface CRDSchema extends ConstraintKeywords {
  readonly id?: string;
  readonly $schema?: string;
  readonly $ref?: string;
  readonly description?: string;
  readonly type?: string;
  readonly title?: string;
  readonly default?: unknown;
  readonly required?: readonly string[];
  readonly items?: CRDSchema | readonly CRDSchema[];
  readonly allOf?: readonly CRDSchema[];
  readonly oneOf?: readonly CRDSchema[];
  readonly anyOf?: readonly CRDSchema[];
  readonly not?: CRDSchema;
  readonly properties?: CRDSchemas;
  readonly additionalProperties?: CRDSchema | boolean;
  readonly patternProperties?: CRDSchemas;
  readonly dependencies?: Readonly<Record<string, CRDSchema | readonly string[]>>;
  readonly additionalItems?: CRDSchema | boolean;
  readonly definitions?: CRDSchemas;
  readonly externalDocs?: object;
  readonly example?: unknown;
  readonly "x-kubernetes-preserve-unknown-fields"?: boolean;
  readonly "x-kubernetes-embedded-resource"?: boolean;
  readonly "x-kubernetes-int-or-string"?: boolean;
  readonly "x-kubernetes-list-map-keys"?: readonly string[];
  readonly "x-kubernetes-list-type"?: string;
  readonly "x-kubernetes-map-type"?: string;
  readonly "x-kubernetes-validations"?: readonly WrittenRule[];
}

export type CRDSchemas = Readonly<Record<string, CRDSchema>>;

export interface CRDSubresources {
  readonly status?: object;
  readonly scale?: {
    readonly specReplicasPath?: string;
    readonly statusReplicasPath?: string;
    readonly labelSelectorPath?: string;
  };
}

export interface CRDColumn {
  readonly name?: string;
  readonly type?: string;
  readonly format?: string;
  readonly description?: string;
  readonly priority?: number;
  readonly jsonPath?: string;
}

export interface SelectableField {
  readonly jsonPath?: string;
}

/** Fields of a version that Kubernetes moves to `spec` if they are equal in all versions. */
export interface Parts {
  readonly schema?: { readonly openAPIV3Schema?: CRDSchema };
  readonly subresources?: CRDSubresources;
  readonly additionalPrinterColumns?: readonly CRDColumn[];
  readonly selectableFields?: readonly SelectableField[];
}

export interface Version extends Parts {
  readonly name?: string;
  readonly served?: boolean;
  readonly storage?: boolean;
  readonly deprecated?: boolean;
  readonly deprecationWarning?: string;
}

export interface Names {
  readonly plural?: string;
  readonly singular?: string;
  readonly shortNames?: readonly string[];
  readonly kind?: string;
  readonly listKind?: string;
  readonly categories?: readonly string[];
}

export interface CRDClientConfig {
  readonly url?: string;
  readonly service?: {
    readonly name?: string;
    readonly namespace?: string;
    readonly path?: string;
    readonly port?: number;
  };
  readonly caBundle?: string;
}

export interface CRDConversion {
  readonly strategy?: string;
  readonly webhook?: { readonly clientConfig?: CRDClientConfig; readonly conversionReviewVersions?: readonly string[] };
}

/** A CustomResourceDefinition of apiextensions.k8s.io/v1. */
export interface CRD {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata?: {
    readonly name?: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly spec?: {
    readonly group?: string;
    readonly scope?: string;
    readonly names?: Names;
    readonly versions?: readonly Version[];
    readonly conversion?: CRDConversion;
    readonly preserveUnknownFields?: boolean;
  };
}
