import { pizzaCRD, pizzaSchema, versionedCRD } from "./base-crd.js";
import { brokenRules } from "./broken-rules.js";
import { brokenSchemas } from "./broken-schemas.js";
import type { CRD, Names, CRDSchema, Version } from "../../runtime/crd/index.js";

/** A CRD of the table, with a name that is unique. */
export interface NamedCRD {
  readonly name: string;
  readonly crd: CRD;
}

type Spec = NonNullable<CRD["spec"]>;

/** Returns the base CRD with another property `x` in its spec. */
export function withProperty(schema: CRDSchema): CRD {
  const spec = pizzaSchema.properties?.["spec"] ?? {};
  const properties = { ...pizzaSchema.properties, spec: { ...spec, properties: { ...spec.properties, x: schema } } };
  // Kubernetes panics if a CRD with selectable fields has a schema that cannot be structural.
  return withVersion({ schema: { openAPIV3Schema: { ...pizzaSchema, properties } }, selectableFields: [] });
}

function withRoot(schema: CRDSchema): CRD {
  return withVersion({ schema: { openAPIV3Schema: { ...pizzaSchema, ...schema } } });
}

function withVersion(version: Version): CRD {
  return withSpec({ versions: [{ ...pizzaCRD.spec?.versions?.[0], ...version }] });
}

function withSpec(spec: Spec): CRD {
  return { ...pizzaCRD, spec: { ...pizzaCRD.spec, ...spec } };
}

function withNames(names: Names): CRD {
  return withSpec({ names: { ...pizzaCRD.spec?.names, ...names } });
}

function withProperties(properties: Readonly<Record<string, CRDSchema>>): CRD {
  return withRoot({ properties: { ...pizzaSchema.properties, ...properties } });
}

function versioned(spec: Spec): CRD {
  return { ...versionedCRD, spec: { ...versionedCRD.spec, ...spec } };
}

/** Returns the CRD with three versions, of which the one at an index differs. */
function withVersionAt(index: number, version: Version): CRD {
  return versioned({
    versions: (versionedCRD.spec?.versions ?? []).map((one, at) => (at === index ? { ...one, ...version } : one)),
  });
}

const service = versionedCRD.spec?.conversion?.webhook?.clientConfig?.service;

function withWebhook(webhook: NonNullable<NonNullable<Spec["conversion"]>["webhook"]>): CRD {
  return versioned({
    conversion: { strategy: "Webhook", webhook: { ...versionedCRD.spec?.conversion?.webhook, ...webhook } },
  });
}

const letters = "a b c d e f g h i".split(" ");
const long = "a".repeat(64);

const crds: Readonly<Record<string, CRD>> = {
  "metadata: no name": { ...pizzaCRD, metadata: {} },
  "metadata: other name": { ...pizzaCRD, metadata: { name: "pizza.restaurant.example.com" } },
  "metadata: upper case": { ...pizzaCRD, metadata: { name: "Pizzas.restaurant.example.com" } },
  "metadata: labels": { ...pizzaCRD, metadata: { ...pizzaCRD.metadata, labels: { "a b": "c", d: "e f" } } },
  "metadata: annotations": { ...pizzaCRD, metadata: { ...pizzaCRD.metadata, annotations: { "a b": "c" } } },
  "metadata: protected group": {
    ...withSpec({ group: "pizza.k8s.io" }),
    metadata: { name: "pizzas.pizza.k8s.io" },
  },
  "metadata: protected group, wrong approval": {
    ...withSpec({ group: "kubernetes.io" }),
    metadata: { name: "pizzas.kubernetes.io", annotations: { "api-approved.kubernetes.io": "yes" } },
  },
  "metadata: group without approval": {
    ...withSpec({ group: "k8s.io" }),
    metadata: { name: "pizzas.k8s.io", annotations: { "api-approved.kubernetes.io": "unapproved, experimental" } },
  },
  "metadata: approved group": {
    ...withSpec({ group: "k8s.io" }),
    metadata: { name: "pizzas.k8s.io", annotations: { "api-approved.kubernetes.io": "https://github.com/x/y" } },
  },
  "group: empty": withSpec({ group: "" }),
  "group: upper case": withSpec({ group: "Restaurant.example.com" }),
  "group: no dot": withSpec({ group: "restaurant" }),
  "scope: missing": withSpec({ scope: "" }),
  "scope: unknown": withSpec({ scope: "Galaxy" }),
  "names: no plural": withNames({ plural: "" }),
  "names: plural in upper case": withNames({ plural: "Pizzas" }),
  "names: plural too long": withNames({ plural: long }),
  "names: singular": withNames({ singular: "1pizza" }),
  "names: kind": withNames({ kind: "Pizza_Pie" }),
  "names: no kind": withNames({ kind: "", singular: "", listKind: "" }),
  "names: list kind is kind": withNames({ listKind: "Pizza" }),
  "names: list kind": withNames({ listKind: "Pizza List" }),
  "names: short names": withNames({ shortNames: ["pz", "PZ", ""] }),
  "names: categories": withNames({ categories: ["all", "all.food"] }),
  "versions: none": withSpec({ versions: [] }),
  "versions: no storage": withVersion({ storage: false }),
  "versions: two storages": withVersionAt(0, { storage: true }),
  "versions: equal names": withVersionAt(0, { name: "v1" }),
  "versions: name": withVersionAt(2, { name: "V2" }),
  "versions: first name": withVersion({ name: "1" }),
  "versions: no schema": withVersion({ schema: {}, selectableFields: [] }),
  "versions: one without a schema": withVersionAt(2, { schema: {} }),
  "versions: warning of a version that is not deprecated": withVersion({ deprecated: false }),
  "versions: empty warning": withVersion({ deprecationWarning: "" }),
  "versions: long warning": withVersion({ deprecationWarning: "é".repeat(129) }),
  "versions: line break in warning": withVersion({ deprecationWarning: "é old\nuse v2" }),
  "columns: empty": withVersion({ additionalPrinterColumns: [{}] }),
  "columns: type": withVersion({ additionalPrinterColumns: [{ name: "A", type: "text", jsonPath: ".spec" }] }),
  "columns: format": withVersion({
    additionalPrinterColumns: [{ name: "A", type: "string", format: "uri", jsonPath: ".spec.size" }],
  }),
  "columns: path": withVersionAt(1, { additionalPrinterColumns: [{ name: "A", type: "string", jsonPath: "spec" }] }),
  "scale: no paths": withVersion({ subresources: { scale: {} } }),
  "scale: paths of other parts": withVersion({
    subresources: {
      scale: { specReplicasPath: ".status.x", statusReplicasPath: ".spec.x", labelSelectorPath: ".metadata.x" },
    },
  }),
  "scale: no dots": withVersionAt(0, {
    subresources: { scale: { specReplicasPath: "spec.x", statusReplicasPath: ".status", labelSelectorPath: "x" } },
  }),
  "selectable fields: without a schema": withVersionAt(2, { schema: {}, selectableFields: [{ jsonPath: ".spec.a" }] }),
  "selectable fields: empty": withVersion({ selectableFields: [{}] }),
  "selectable fields: unknown": withVersion({ selectableFields: [{ jsonPath: ".spec.unknown" }] }),
  "selectable fields: no dot": withVersion({ selectableFields: [{ jsonPath: "spec.size" }] }),
  "selectable fields: list": withVersion({ selectableFields: [{ jsonPath: ".spec.toppings[0]" }] }),
  "selectable fields: object": withVersion({ selectableFields: [{ jsonPath: ".spec.address" }] }),
  "selectable fields: number": withVersion({ selectableFields: [{ jsonPath: ".spec.price" }] }),
  "selectable fields: metadata": withVersion({ selectableFields: [{ jsonPath: ".metadata.name" }] }),
  "selectable fields: twice": withVersion({
    selectableFields: [{ jsonPath: ".spec.size" }, { jsonPath: ".spec.size" }],
  }),
  "selectable fields: in a value": withVersion({ selectableFields: [{ jsonPath: ".spec.size.length" }] }),
  "selectable fields: end of path": withVersion({ selectableFields: [{ jsonPath: ".spec." }] }),
  "selectable fields: map": withVersion({ selectableFields: [{ jsonPath: ".spec.notes.any" }] }),
  "selectable fields: nine": withVersion({
    schema: {
      openAPIV3Schema: {
        type: "object",
        properties: Object.fromEntries(letters.map((name) => [name, { type: "string" }])),
      },
    },
    selectableFields: letters.map((name) => ({ jsonPath: `.${name}` })),
  }),
  "conversion: no strategy": versioned({ conversion: {} }),
  "conversion: unknown strategy": versioned({ conversion: { strategy: "Magic" } }),
  "conversion: none with a webhook": versioned({ conversion: { ...versionedCRD.spec?.conversion, strategy: "None" } }),
  "conversion: no webhook": versioned({ conversion: { strategy: "Webhook" } }),
  "conversion: no client": withWebhook({ clientConfig: {} }),
  "conversion: url and service": withWebhook({ clientConfig: { url: "https://a.b", service: { ...service } } }),
  "conversion: wrong url": withWebhook({ clientConfig: { url: "http://me:pw@?a=b#c" } }),
  "conversion: relative url": withWebhook({ clientConfig: { url: "convert" } }),
  "conversion: good url": withWebhook({ clientConfig: { url: "https://a.b:8443/convert" } }),
  "conversion: empty service": withWebhook({ clientConfig: { service: {} } }),
  "conversion: port": withWebhook({ clientConfig: { service: { ...service, port: 70_000 } } }),
  "conversion: path": withWebhook({ clientConfig: { service: { ...service, path: "convert//A_B/" } } }),
  "conversion: slashes": withWebhook({ clientConfig: { service: { ...service, path: "//" } } }),
  "conversion: no review versions": withWebhook({ conversionReviewVersions: [] }),
  "conversion: unknown review version": withWebhook({ conversionReviewVersions: ["v2"] }),
  "conversion: review versions": withWebhook({ conversionReviewVersions: ["v1", "v1", "V2"] }),
  "spec: preserves unknown fields": withSpec({ preserveUnknownFields: true }),
  "spec: preserves unknown fields with a webhook": versioned({ preserveUnknownFields: true }),
  "root: nullable": withRoot({ nullable: true }),
  "root: nullable without a status": withVersion({
    schema: { openAPIV3Schema: { ...pizzaSchema, nullable: true } },
    subresources: {},
  }),
  "root: type": withRoot({ type: "string" }),
  "root: no type": withRoot({ type: "" }),
  "root: list without a status": withVersion({
    schema: { openAPIV3Schema: { type: "array", items: { type: "string" } } },
    subresources: {},
    additionalPrinterColumns: [],
    selectableFields: [],
  }),
  "root: keyword that status forbids": withRoot({ minProperties: 1 }),
  "root: map": withVersion({
    schema: { openAPIV3Schema: { type: "object", additionalProperties: { type: "string" } } },
    subresources: {},
    selectableFields: [],
  }),
  "root: default": withVersion({ schema: { openAPIV3Schema: { ...pizzaSchema, default: {} } }, subresources: {} }),
  "root: id": withVersion({
    schema: { openAPIV3Schema: { ...pizzaSchema, id: "a", type: "string" } },
    selectableFields: [],
  }),
  "meta: types": withProperties({
    apiVersion: { type: "integer" },
    kind: { type: "object" },
    metadata: { type: "string" },
  }),
  "meta: other metadata": withProperties({
    metadata: { type: "object", properties: { labels: { type: "object" }, name: { type: "string" } } },
  }),
  "meta: described metadata": withProperties({ metadata: { type: "object", description: "Names." } }),
  "meta: both names": withProperties({
    metadata: { type: "object", properties: { name: { type: "string" }, generateName: { type: "string" } } },
  }),
  "meta: default of kind": withProperties({ kind: { type: "string", default: "Pizza" } }),
  "meta: default of metadata": withProperties({
    metadata: { type: "object", properties: { name: { type: "string", default: "a" } } },
  }),
  "meta: wrong default of apiVersion": withProperties({ apiVersion: { type: "string", default: "" } }),
  "meta: embedded metadata": withProperties({
    metadata: {
      type: "object",
      "x-kubernetes-embedded-resource": true,
      "x-kubernetes-preserve-unknown-fields": true,
    },
  }),
};

/** CRDs with mistakes, and some that are valid although they look wrong. */
export const brokenCRDs: readonly NamedCRD[] = [
  ...Object.entries(crds).map(([name, crd]) => ({ name, crd })),
  ...Object.entries({ ...brokenSchemas, ...brokenRules }).map(([name, schema]) => ({
    name: `x: ${name}`,
    crd: withProperty(schema),
  })),
];
