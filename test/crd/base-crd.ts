import type { CRD, CRDSchema } from "../../runtime/crd/index.js";

/** A valid schema with most of what schemas of CRDs can have. */
export const pizzaSchema: CRDSchema = {
  type: "object",
  description: "A pizza.",
  required: ["spec"],
  properties: {
    apiVersion: { type: "string" },
    kind: { type: "string" },
    metadata: { type: "object", properties: { name: { type: "string", pattern: "^[a-z]+$" } } },
    spec: {
      type: "object",
      required: ["size"],
      properties: {
        size: { type: "string", enum: ["Small", "Large"], default: "Small" },
        diameter: { type: "integer", format: "int32", minimum: 10, maximum: 50, default: 30 },
        price: { type: "number", format: "double", exclusiveMinimum: true, minimum: 0, default: 9.5 },
        toppings: {
          type: "array",
          maxItems: 10,
          "x-kubernetes-list-type": "map",
          "x-kubernetes-list-map-keys": ["name", "side"],
          default: [{ name: "cheese" }],
          items: {
            type: "object",
            required: ["name"],
            properties: {
              name: { type: "string", minLength: 1, maxLength: 63 },
              side: { type: "string", default: "both" },
              grams: { type: "integer", nullable: true },
            },
          },
        },
        tags: {
          type: "array",
          "x-kubernetes-list-type": "set",
          items: { type: "string", maxLength: 20 },
          default: ["hot"],
        },
        notes: { type: "object", additionalProperties: { type: "string" }, default: { by: "chef" } },
        address: {
          type: "object",
          "x-kubernetes-map-type": "atomic",
          properties: { street: { type: "string" }, floor: { type: "integer" } },
          "x-kubernetes-validations": [{ rule: "self.floor < 10", message: "too high", fieldPath: ".floor" }],
        },
        port: { "x-kubernetes-int-or-string": true, anyOf: [{ type: "integer" }, { type: "string" }], default: "http" },
        percent: {
          "x-kubernetes-int-or-string": true,
          allOf: [{ anyOf: [{ type: "integer" }, { type: "string" }] }, { pattern: "^[0-9]+%$" }],
        },
        free: { type: "object", "x-kubernetes-preserve-unknown-fields": true, default: { any: { thing: 1 } } },
        template: {
          type: "object",
          "x-kubernetes-embedded-resource": true,
          "x-kubernetes-preserve-unknown-fields": true,
          default: { apiVersion: "v1", kind: "ConfigMap" },
        },
        oven: {
          type: "object",
          properties: { gas: { type: "string" }, wood: { type: "string" } },
          oneOf: [{ required: ["gas"] }, { required: ["wood"] }],
          not: { required: ["gas", "wood"] },
        },
        host: { type: "string", format: "hostname", default: "a.example.com" },
        since: { type: "string", format: "date-time", nullable: true },
      },
      "x-kubernetes-validations": [
        { rule: "self.size == 'Large' || self.diameter < 40", messageExpression: "'not ' + self.size" },
        { rule: "self.diameter >= oldSelf.diameter", message: "cannot shrink", reason: "FieldValueForbidden" },
      ],
    },
    status: {
      type: "object",
      properties: { replicas: { type: "integer" }, selector: { type: "string" }, phase: { type: "string" } },
    },
  },
};

/** A valid CRD with one version and all parts of a version. */
export const pizzaCRD: CRD = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "pizzas.restaurant.example.com", annotations: { "example.com/team": "oven" }, labels: { a: "b" } },
  spec: {
    group: "restaurant.example.com",
    scope: "Namespaced",
    names: {
      plural: "pizzas",
      singular: "pizza",
      kind: "Pizza",
      listKind: "PizzaList",
      shortNames: ["pz"],
      categories: ["all"],
    },
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        deprecated: true,
        deprecationWarning: "use v2",
        schema: { openAPIV3Schema: pizzaSchema },
        subresources: {
          status: {},
          scale: {
            specReplicasPath: ".spec.diameter",
            statusReplicasPath: ".status.replicas",
            labelSelectorPath: ".status.selector",
          },
        },
        additionalPrinterColumns: [
          { name: "Size", type: "string", jsonPath: ".spec.size", description: "The size.", priority: 1 },
          { name: "Cost", type: "number", format: "double", jsonPath: ".spec.price" },
        ],
        selectableFields: [{ jsonPath: ".spec.size" }, { jsonPath: ".spec.host" }],
      },
    ],
  },
};

/** A valid CRD with three versions, of which no part is equal in all, and a conversion webhook. */
export const versionedCRD: CRD = {
  ...pizzaCRD,
  spec: {
    ...pizzaCRD.spec,
    versions: [
      { ...pizzaCRD.spec?.versions?.[0], name: "v1beta1", storage: false },
      {
        name: "v1",
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
        subresources: { status: {} },
        additionalPrinterColumns: [{ name: "Age", type: "date", jsonPath: ".metadata.creationTimestamp" }],
      },
      { name: "v2", served: false, storage: false, schema: { openAPIV3Schema: { type: "object" } } },
    ],
    conversion: {
      strategy: "Webhook",
      webhook: {
        conversionReviewVersions: ["v1"],
        clientConfig: { service: { namespace: "shop", name: "pizza", path: "/convert", port: 443 } },
      },
    },
  },
};
