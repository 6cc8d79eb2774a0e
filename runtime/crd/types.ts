export type { WrittenRule as Rule } from "../cel/types/rule.js";

/** Required form of a value. `T` is the type of the values that have this form. */
export type Form<T = unknown> = { readonly type?: T } & (
  | { readonly scalar: "string" | "boolean" | "integer" | "number" | "any" }
  | { readonly list: Form }
  | { readonly map: Form }
  /** A function, because a schema contains schemas. */
  | { readonly fields: () => Fields }
  | { readonly either: readonly [Form, Form] }
);

interface Fields {
  readonly [name: string]: Form;
}

/** Type of objects whose fields have the given forms. */
type ObjectOf<F extends Fields> = { readonly [K in keyof F]?: TypeOf<F[K]> };

type TypeOf<F extends Form> = F extends Form<infer T> ? T : never;

const string: Form<string> = { scalar: "string" };
const boolean: Form<boolean> = { scalar: "boolean" };
const integer: Form<number> = { scalar: "integer" };
const number: Form<number> = { scalar: "number" };
const anything: Form = { scalar: "any" };

function list<T>(items: Form<T>): Form<readonly T[]> {
  return { list: items };
}

function map<T>(values: Form<T>): Form<{ readonly [key: string]: T }> {
  return { map: values };
}

function either<A, B>(first: Form<A>, second: Form<B>): Form<A | B> {
  return { either: [first, second] };
}

function object<F extends Fields>(fields: F): Form<ObjectOf<F>> {
  return { fields: () => fields };
}

type Words<Text extends string> = Text extends `${infer First} ${infer Others}` ? First | Words<Others> : Text;

/** Returns fields with the same form. */
function all<Names extends string, F extends Form>(names: Names, form: F): { readonly [K in Words<Names>]: F } {
  // This assertion is safe, because `Words` splits the names as `split` does.
  return Object.fromEntries(names.split(" ").map((name) => [name, form])) as { readonly [K in Words<Names>]: F };
}

const texts = list(string);

const rule = object({
  ...all("rule message messageExpression reason fieldPath", string),
  optionalOldSelf: boolean,
});

/** Keywords of a schema, except those that contain schemas. */
const keywords = {
  ...all("id $schema $ref description type format title pattern", string),
  ...all("x-kubernetes-list-type x-kubernetes-map-type", string),
  ...all("nullable exclusiveMaximum exclusiveMinimum uniqueItems", boolean),
  ...all("x-kubernetes-preserve-unknown-fields x-kubernetes-embedded-resource x-kubernetes-int-or-string", boolean),
  ...all("maxLength minLength maxItems minItems maxProperties minProperties", integer),
  ...all("maximum minimum multipleOf", number),
  ...all("default example", anything),
  enum: list(anything),
  ...all("required x-kubernetes-list-map-keys", texts),
  externalDocs: object(all("description url", string)),
  "x-kubernetes-validations": list(rule),
};

export type CRDKeywords = ObjectOf<typeof keywords>;

/** Schema of a CRD: `JSONSchemaProps` of apiextensions.k8s.io/v1. */
export interface CRDSchema extends CRDKeywords {
  readonly items?: CRDSchema | readonly CRDSchema[];
  readonly allOf?: readonly CRDSchema[];
  readonly oneOf?: readonly CRDSchema[];
  readonly anyOf?: readonly CRDSchema[];
  readonly not?: CRDSchema;
  readonly properties?: CRDSchemas;
  readonly patternProperties?: CRDSchemas;
  readonly definitions?: CRDSchemas;
  readonly additionalProperties?: CRDSchema | boolean;
  readonly additionalItems?: CRDSchema | boolean;
  readonly dependencies?: { readonly [property: string]: CRDSchema | readonly string[] };
}

interface CRDSchemas {
  readonly [name: string]: CRDSchema;
}

const schema: Form<CRDSchema> = {
  fields: () => ({
    ...keywords,
    items: either(schema, list(schema)),
    ...all("allOf oneOf anyOf", list(schema)),
    not: schema,
    ...all("properties patternProperties definitions", map(schema)),
    ...all("additionalProperties additionalItems", either(boolean, schema)),
    dependencies: map(either(schema, texts)),
  }),
};

const column = object({ ...all("name type format description jsonPath", string), priority: integer });

const selectableField = object({ jsonPath: string });

const version = object({
  ...all("name deprecationWarning", string),
  ...all("served storage deprecated", boolean),
  schema: object({ openAPIV3Schema: schema }),
  subresources: object({
    status: object({}),
    scale: object(all("specReplicasPath statusReplicasPath labelSelectorPath", string)),
  }),
  additionalPrinterColumns: list(column),
  selectableFields: list(selectableField),
});

const clientConfig = object({
  ...all("url caBundle", string),
  service: object({ ...all("name namespace path", string), port: integer }),
});

const conversion = object({
  strategy: string,
  webhook: object({ clientConfig, conversionReviewVersions: texts }),
});

const names = object({ ...all("plural singular kind listKind", string), ...all("shortNames categories", texts) });

/** The form of a CustomResourceDefinition of apiextensions.k8s.io/v1. */
export const crdForm = object({
  ...all("apiVersion kind", string),
  metadata: object({
    ...all("name generateName namespace selfLink uid resourceVersion creationTimestamp", anything),
    ...all("generation deletionTimestamp deletionGracePeriodSeconds", anything),
    ...all("finalizers ownerReferences managedFields", anything),
    name: string,
    ...all("labels annotations", map(string)),
  }),
  spec: object({
    ...all("group scope", string),
    names,
    versions: list(version),
    conversion,
    preserveUnknownFields: boolean,
  }),
  status: anything,
});

/** A CustomResourceDefinition of apiextensions.k8s.io/v1. */
export type CRD = TypeOf<typeof crdForm>;
export type Names = TypeOf<typeof names>;
export type Version = TypeOf<typeof version>;
/** Fields of a version that Kubernetes moves to `spec` if they are equal in all versions. */
export type Parts = Pick<Version, "schema" | "subresources" | "additionalPrinterColumns" | "selectableFields">;
export type CRDSubresources = NonNullable<Version["subresources"]>;
export type CRDColumn = TypeOf<typeof column>;
export type SelectableField = TypeOf<typeof selectableField>;
export type CRDConversion = TypeOf<typeof conversion>;
export type CRDClientConfig = TypeOf<typeof clientConfig>;
