import type { DefinitionPath } from "./places.js";
import { sizeKeywords } from "../schema/limits.js";

/** A value or field in a document that is not allowed in a CustomResourceDefinition. */
export interface FormProblem {
  readonly place: DefinitionPath;
  /** The required type of the value; absent if the field is unknown. */
  readonly wanted?: string;
  /**
   * True if API servers ignore the problem without an error. They do so below keywords with two
   * possible types, such as `items`.
   */
  readonly isIgnored?: true;
}

/** Required form of a value. `any` allows any JSON value. */
type Form =
  | "string"
  | "boolean"
  | "integer"
  | "number"
  | "any"
  | { readonly list: Form }
  | { readonly map: Form }
  | { readonly fields: () => Readonly<Record<string, Form>> }
  | { readonly either: readonly [Form, Form] };

const object = (fields: Readonly<Record<string, Form>>): Form => ({ fields: () => fields });
const all = (names: string, form: Form): Readonly<Record<string, Form>> =>
  Object.fromEntries(names.split(" ").map((name) => [name, form]));

const texts: Form = { list: "string" };
const schema: Form = { fields: () => schemaFields };
const schemas: Form = { map: schema };

const rule = object({
  ...all("rule message messageExpression reason fieldPath", "string"),
  optionalOldSelf: "boolean",
});

const schemaFields: Readonly<Record<string, Form>> = {
  ...all("id $schema $ref description type format title pattern", "string"),
  ...all("x-kubernetes-list-type x-kubernetes-map-type", "string"),
  ...all("nullable exclusiveMaximum exclusiveMinimum uniqueItems", "boolean"),
  ...all("x-kubernetes-preserve-unknown-fields x-kubernetes-embedded-resource x-kubernetes-int-or-string", "boolean"),
  ...all(sizeKeywords.join(" "), "integer"),
  ...all("maximum minimum multipleOf", "number"),
  ...all("default example", "any"),
  enum: { list: "any" },
  ...all("required x-kubernetes-list-map-keys", texts),
  items: { either: [schema, { list: schema }] },
  ...all("allOf oneOf anyOf", { list: schema }),
  not: schema,
  ...all("properties patternProperties definitions", schemas),
  ...all("additionalProperties additionalItems", { either: ["boolean", schema] }),
  dependencies: { map: { either: [schema, texts] } },
  externalDocs: object(all("description url", "string")),
  "x-kubernetes-validations": { list: rule },
};

const version = object({
  ...all("name deprecationWarning", "string"),
  ...all("served storage deprecated", "boolean"),
  schema: object({ openAPIV3Schema: schema }),
  subresources: object({
    status: object({}),
    scale: object(all("specReplicasPath statusReplicasPath labelSelectorPath", "string")),
  }),
  additionalPrinterColumns: {
    list: object({ ...all("name type format description jsonPath", "string"), priority: "integer" }),
  },
  selectableFields: { list: object({ jsonPath: "string" }) },
});

const clientConfig = object({
  ...all("url caBundle", "string"),
  service: object({ ...all("name namespace path", "string"), port: "integer" }),
});

const definition = object({
  ...all("apiVersion kind", "string"),
  metadata: object({
    ...all("name generateName namespace selfLink uid resourceVersion creationTimestamp", "any"),
    ...all("generation deletionTimestamp deletionGracePeriodSeconds", "any"),
    ...all("finalizers ownerReferences managedFields", "any"),
    name: "string",
    ...all("labels annotations", { map: "string" }),
  }),
  spec: object({
    ...all("group scope", "string"),
    names: object({ ...all("plural singular kind listKind", "string"), ...all("shortNames categories", texts) }),
    versions: { list: version },
    conversion: object({
      strategy: "string",
      webhook: object({ clientConfig, conversionReviewVersions: texts }),
    }),
    preserveUnknownFields: "boolean",
  }),
  status: "any",
});

/**
 * Returns the values and fields of a document that are not allowed in a CustomResourceDefinition:
 * values of a wrong type, which API servers cannot decode, and unknown fields, which they reject in
 * strict validation.
 */
export function formProblems(value: unknown): readonly FormProblem[] {
  return problemsOf(value, definition, []);
}

function problemsOf(value: unknown, form: Form, place: DefinitionPath): readonly FormProblem[] {
  // Kubernetes treats null as an absent value.
  if (form === "any" || value === null || value === undefined) return [];
  if (typeof form === "string") return isScalar(value, form) ? [] : [{ place, wanted: words[form] }];
  if ("either" in form) {
    const [first, second] = form.either;
    const found = problemsOf(value, first, place);
    const isOther = found.some((problem) => problem.place === place);
    // Below keywords with two possible types, API servers ignore unknown fields. If neither type is
    // boolean, they also ignore values that are neither objects nor lists.
    const isLenient = (problem: FormProblem) =>
      problem.wanted === undefined || (isOther && typeof value !== "object" && first !== "boolean");
    return (isOther ? problemsOf(value, second, place) : found).map((problem) =>
      isLenient(problem) ? { ...problem, isIgnored: true } : problem,
    );
  }
  if ("list" in form) {
    if (!Array.isArray(value)) return [{ place, wanted: "a list" }];
    return value.flatMap((item, index) => problemsOf(item, form.list, [...place, index]));
  }
  if (typeof value !== "object" || Array.isArray(value)) return [{ place, wanted: "an object" }];
  const fields = "fields" in form ? form.fields() : undefined;
  return Object.entries(value).flatMap(([key, one]) => {
    const inner = [...place, key];
    if ("map" in form) return problemsOf(one, form.map, inner);
    const known = fields !== undefined && Object.hasOwn(fields, key) ? fields[key] : undefined;
    return known === undefined ? [{ place: inner }] : problemsOf(one, known, inner);
  });
}

const words = { string: "a text", boolean: "true or false", integer: "a whole number", number: "a number" } as const;

function isScalar(value: unknown, form: keyof typeof words): boolean {
  return form === "integer" ? Number.isInteger(value) : typeof value === form;
}
