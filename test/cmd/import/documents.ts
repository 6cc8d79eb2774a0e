/** A CRD with a string in each place of which import takes one. */
export const wholeCRD = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: {
    name: "pizzas.pizza.example.com",
    annotations: { "example.com/note": "of the kitchen" },
    labels: { team: "kitchen" },
  },
  spec: {
    group: "pizza.example.com",
    scope: "Namespaced",
    names: {
      kind: "Pizza",
      listKind: "PizzaList",
      plural: "pizzas",
      singular: "pizza",
      shortNames: ["pz", "pzz"],
      categories: ["all"],
    },
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        deprecated: true,
        deprecationWarning: "use v2",
        subresources: {
          status: {},
          scale: {
            specReplicasPath: ".spec.slices",
            statusReplicasPath: ".status.slices",
            labelSelectorPath: ".status.selector",
          },
        },
        selectableFields: [{ jsonPath: ".spec.size" }],
        additionalPrinterColumns: [
          { name: "Slices", type: "integer", format: "int32", jsonPath: ".spec.slices", description: "The slices." },
        ],
        schema: {
          openAPIV3Schema: {
            description: "A pizza.",
            type: "object",
            properties: {
              spec: {
                description: "The desired state.",
                type: "object",
                required: ["size"],
                "x-kubernetes-validations": [
                  {
                    rule: "self.slices > 0",
                    message: "no slices",
                    messageExpression: "'no slices: ' + self.size",
                    reason: "FieldValueInvalid",
                    fieldPath: ".slices",
                  },
                ],
                oneOf: [{ required: ["thick"] }, { required: ["thin"] }],
                properties: {
                  size: { description: "The size.", type: "string", enum: ["Small", "Large"] },
                  slices: { type: "integer", format: "int32", enum: [8, 12] },
                  thick: { type: "string", default: "very", pattern: "^[a-z]+$", title: "Thick", example: "very" },
                  thin: {
                    type: "string",
                    format: "uuid",
                    externalDocs: { url: "https://example.com", description: "More." },
                  },
                  toppings: {
                    type: "array",
                    "x-kubernetes-list-type": "map",
                    "x-kubernetes-list-map-keys": ["name"],
                    items: {
                      description: "A topping.",
                      type: "object",
                      "x-kubernetes-map-type": "atomic",
                      required: ["name"],
                      properties: { name: { type: "string" }, amount: { type: "string", enum: ["Much"] } },
                    },
                  },
                  tags: {
                    type: "array",
                    items: { type: "string", pattern: "^a" },
                    default: ["a"],
                  },
                  labels: { type: "object", additionalProperties: { type: "string", description: "A label." } },
                  extra: { type: "object", default: { note: "none" }, properties: { note: { type: "string" } } },
                },
              },
              status: {
                type: "object",
                properties: { slices: { type: "integer", format: "int32" }, selector: { type: "string" } },
              },
            },
          },
        },
      },
    ],
  },
} as const;

/** An OpenAPI document with a string in each place of which import takes one. */
export const wholeOpenAPI = {
  openapi: "3.0.0",
  paths: {
    "/apis/pizza.example.com/v1/namespaces/{namespace}/pizzas/{name}": {
      get: { "x-kubernetes-group-version-kind": { group: "pizza.example.com", version: "v1", kind: "Pizza" } },
    },
  },
  components: {
    schemas: {
      "com.example.pizza.v1.Pizza": {
        description: "A pizza.",
        type: "object",
        properties: {
          apiVersion: { type: "string" },
          kind: { type: "string" },
          metadata: { $ref: "#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta" },
          spec: { allOf: [{ $ref: "#/components/schemas/com.example.pizza.v1.PizzaSpec" }] },
        },
        "x-kubernetes-group-version-kind": [{ group: "pizza.example.com", version: "v1", kind: "Pizza" }],
      },
      "com.example.pizza.v1.PizzaSpec": {
        type: "object",
        properties: {
          toppings: {
            type: "array",
            items: { $ref: "#/components/schemas/com.example.pizza.v1.Topping" },
            "x-kubernetes-patch-strategy": "merge",
            "x-kubernetes-patch-merge-key": "name",
          },
          note: { type: "string", default: "none", enum: ["none", "some"] },
        },
      },
      "com.example.pizza.v1.Topping": {
        description: "A topping.",
        type: "object",
        properties: { name: { type: "string", format: "uuid" } },
      },
      "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta": { type: "object" },
    },
  },
} as const;

/** A path to a string in a document; the last step is a key itself for `isKey`. */
export interface Place {
  readonly path: readonly (string | number)[];
  readonly isKey: boolean;
}

/** Returns the places of all strings in a document: values, and keys of its own names. */
export function placesOf(value: unknown, path: readonly (string | number)[] = []): readonly Place[] {
  if (typeof value === "string") return [{ path, isKey: false }];
  if (typeof value !== "object" || value === null) return [];
  const hasNames = ["properties", "annotations", "labels", "schemas", "paths"].includes(String(path.at(-1)));
  return Object.entries(value).flatMap(([key, item]: readonly [string, unknown]) => [
    ...(hasNames ? [{ path: [...path, key], isKey: true }] : []),
    ...placesOf(item, [...path, Array.isArray(value) ? Number(key) : key]),
  ]);
}

/** Returns a document with another string in a place. */
export function withText(value: unknown, { path, isKey }: Place, text: string): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return text;
  if (Array.isArray(value))
    return value.map((item: unknown, index) => (index === key ? withText(item, { path: rest, isKey }, text) : item));
  const entries = Object.entries(value as object).map(([name, item]: readonly [string, unknown]) => {
    if (name !== key) return [name, item] as const;
    return isKey && rest.length === 0
      ? ([text, item] as const)
      : ([name, withText(item, { path: rest, isKey }, text)] as const);
  });
  return Object.fromEntries(entries);
}
