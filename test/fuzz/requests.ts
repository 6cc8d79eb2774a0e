import type { RawRequest } from "./exchange.js";
import type { Random } from "./random.js";
import { hostileJSON, hostileText, mutatedText, wellFormed } from "./texts.js";

const group = "/apis/restaurant.programming-kubernetes.info";
export const collections = [
  `${group}/v1alpha1/toppings`,
  `${group}/v1alpha1/namespaces/default/pizzas`,
  `${group}/v1beta1/namespaces/default/pizzas`,
];
export const objects = [
  `${group}/v1alpha1/toppings/cheese`,
  `${group}/v1beta1/namespaces/default/pizzas/plain`,
  `${group}/v1beta1/namespaces/default/pizzas/plain/status`,
];
const others = [
  "/",
  "/version",
  "/healthz",
  "/livez?verbose",
  "/apis",
  "/openapi/v2",
  "/openapi/v3",
  "/metrics",
  "/nothing",
];
const parameters = [
  "labelSelector",
  "fieldSelector",
  "limit",
  "continue",
  "resourceVersion",
  "resourceVersionMatch",
  "timeout",
  "timeoutSeconds",
  "dryRun",
  "pretty",
  "fieldManager",
  "fieldValidation",
  "includeObject",
  "gracePeriodSeconds",
  "propagationPolicy",
  "exclude",
  "sendInitialEvents",
  "allowWatchBookmarks",
  "force",
];
const headerNames = [
  "accept",
  "content-type",
  "user-agent",
  "impersonate-user",
  "impersonate-group",
  "impersonate-extra-scopes",
  "impersonate-uid",
  "authorization",
  "audit-id",
  "origin",
  "sec-fetch-site",
  "if-none-match",
  "range",
  "expect",
  "accept-encoding",
  "x-forwarded-for",
  "te",
];
/**
 * Maximum length of a generated header or request target, in characters. It is close to the
 * server's limit.
 */
const maxHead = 60_000;

/** Generators of requests, by area of the server. */
export const requestAreas: Readonly<Record<string, (random: Random) => RawRequest>> = {
  requests: anyRequest,
  selectors,
  bodies,
  patches,
  applies,
  yaml,
};

export function base(random: Random): Pick<RawRequest, "isAnonymous" | "version"> {
  return { isAnonymous: random.chance(0.2), version: random.chance(0.5) ? "2" : "1.1" };
}

/**
 * Escapes the characters that a request line must not contain. Requests with unescaped characters
 * are part of the attacks on connections.
 */
function asQueryValue(text: string): string {
  return encodeURIComponent(wellFormed(text));
}

function asHeader(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, "").trim();
}

function anyRequest(random: Random): RawRequest {
  const path = random.chance(0.3)
    ? mutatedText(random, random.pick([...collections, ...objects]), maxHead)
    : random.pick([...collections, ...objects, ...others]);
  const query = random.many(3, () => `${random.pick(parameters)}=${asQueryValue(hostileText(random, maxHead / 3))}`);
  const headers = random.many(4, () => [random.pick(headerNames), asHeader(hostileText(random, maxHead))] as const);
  const method = random.pick([
    "GET",
    "GET",
    "GET",
    "HEAD",
    "OPTIONS",
    "POST",
    "PUT",
    "PATCH",
    "DELETE",
    "TRACE",
    "get",
    "X",
  ]);
  const target = `${path.replace(/[^\x21-\x7e]/g, (character) => asQueryValue(character))}${query.length === 0 ? "" : `${path.includes("?") ? "&" : "?"}${query.join("&")}`}`;
  const body =
    ["POST", "PUT", "PATCH"].includes(method) && random.chance(0.5) ? { body: hostileText(random, 100_000) } : {};
  return {
    ...base(random),
    method,
    target: target === "" ? "/" : target,
    headers: Object.fromEntries(headers),
    ...body,
  };
}

function selectors(random: Random): RawRequest {
  const requirement = () =>
    random.pick([
      "a",
      "!a",
      "a=b",
      "a!=b",
      "a in (b,c)",
      "a notin ()",
      "metadata.name=x",
      "metadata.namespace!=y",
      hostileText(random, 20),
    ]);
  const count = random.length(8000);
  const one = requirement();
  const list = random.chance(0.5)
    ? Array.from({ length: Math.min(count, 2000) }, (_, index) => `${requirement()}${index}`)
    : Array.from({ length: count }, () => one);
  const selector = mutatedText(random, list.join(","), 1000).slice(0, maxHead);
  const parameter = random.pick(["labelSelector", "fieldSelector"]);
  const watch = random.chance(0.2) ? "&watch=true&timeoutSeconds=1" : "";
  return {
    ...base(random),
    method: "GET",
    target: `${random.pick(collections)}?${parameter}=${asQueryValue(selector)}${watch}`,
    headers: {},
  };
}

/** Maximum size of a request body that the server accepts, in bytes. */
const maxBody = 3 * 1024 * 1024;
const json = "application/json";

export function objectOf(random: Random, budget: number): Record<string, unknown> {
  const isTopping = random.chance(0.5);
  const metadata = {
    name: random.pick(["cheese", "plain", `x${random.int(50)}`, hostileText(random, 300)]),
    ...changed(random, budget, metadataFields),
  };
  const spec = isTopping
    ? { cost: random.pick([1, hostileJSON(random, 20)]) }
    : { toppings: random.pick([["cheese"], hostileJSON(random, budget)]) };
  const apiVersion = `restaurant.programming-kubernetes.info/${isTopping || random.chance(0.5) ? "v1alpha1" : "v1beta1"}`;
  const object = { apiVersion, kind: isTopping ? "Topping" : "Pizza", metadata, spec };
  return random.chance(0.5)
    ? object
    : { ...object, ...changed(random, budget, ["kind", "apiVersion", "metadata", "spec", "status", "Kind", "x"]) };
}

const metadataFields = [
  "labels",
  "annotations",
  "finalizers",
  "ownerReferences",
  "generateName",
  "namespace",
  "uid",
  "resourceVersion",
  "creationTimestamp",
  "generation",
  "managedFields",
  "deletionTimestamp",
  "x",
];

function changed(random: Random, budget: number, fields: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(random.many(3, () => [random.pick(fields), hostileJSON(random, budget)] as const));
}

/**
 * Returns the approximate size for a body. It is usually small, but sometimes as large as the
 * server accepts.
 */
export function budgetOf(random: Random): number {
  return random.chance(0.9) ? 2000 : random.length(maxBody - 10_000);
}

function bodies(random: Random): RawRequest {
  const object = JSON.stringify(objectOf(random, budgetOf(random)));
  const body = (random.chance(0.3) ? mutatedText(random, object, 1000) : object).slice(0, maxBody);
  const isCreate = random.chance(0.6);
  const options = random.pick([
    "",
    "?dryRun=All",
    "?fieldValidation=Strict",
    "?fieldValidation=Warn",
    "?fieldValidation=Ignore",
  ]);
  const headers = {
    "content-type": random.chance(0.9) ? json : hostileHeader(random),
    ...(random.chance(0.2)
      ? { accept: random.pick(["application/yaml", "*/*", "application/json;as=Table;v=v1;g=meta.k8s.io"]) }
      : {}),
  };
  return {
    ...base(random),
    isAnonymous: false,
    method: isCreate ? "POST" : random.pick(["PUT", "DELETE"]),
    target: `${isCreate ? random.pick(collections) : random.pick(objects)}${options}`,
    headers,
    body,
  };
}

function hostileHeader(random: Random): string {
  return asHeader(hostileText(random, 2000)) || json;
}

const patchTypes = [
  "application/json-patch+json",
  "application/merge-patch+json",
  "application/strategic-merge-patch+json",
  "application/apply-patch+yaml",
] as const;

function patches(random: Random): RawRequest {
  const type = random.pick(patchTypes);
  const budget = budgetOf(random);
  const patch = type === "application/json-patch+json" ? jsonPatch(random, budget) : strategicPatch(random, budget);
  const text = JSON.stringify(patch);
  const body = (random.chance(0.2) ? mutatedText(random, text, 1000) : text).slice(0, maxBody);
  const options = random.pick(["", "?dryRun=All", "?fieldValidation=Warn", "?fieldManager=fuzz&force=true"]);
  return {
    ...base(random),
    isAnonymous: false,
    method: "PATCH",
    target: `${random.pick(objects)}${options}`,
    headers: { "content-type": type },
    body,
  };
}

const applied: readonly (readonly [path: string, kind: string, version: string])[] = [
  [`${group}/v1alpha1/toppings/`, "Topping", "v1alpha1"],
  [`${group}/v1alpha1/namespaces/default/pizzas/`, "Pizza", "v1alpha1"],
  [`${group}/v1beta1/namespaces/default/pizzas/`, "Pizza", "v1beta1"],
];

/** Returns a server-side apply of the right kind, or an update of managedFields. */
function applies(random: Random): RawRequest {
  const [path, kind, version] = random.pick(applied);
  const name = random.pick(["cheese", "plain", "fuzzed"]);
  const budget = budgetOf(random);
  const apiVersion = `restaurant.programming-kubernetes.info/${version}`;
  const { metadata, spec, ...rest } = objectOf(random, budget);
  const isApply = random.chance(0.7);
  const managed = isApply ? {} : { managedFields: random.many(3, () => managerEntry(random, apiVersion, budget / 3)) };
  const config = { ...rest, apiVersion, kind, metadata: { ...(metadata as object), name, ...managed }, spec };
  const manager = random.pick(["a", "b", "kubectl", `m${random.int(20)}`]);
  return {
    ...base(random),
    isAnonymous: false,
    method: "PATCH",
    target: `${path}${name}${random.pick(["", "", "/status"])}?fieldManager=${manager}${random.pick(["", "&force=true"])}`,
    headers: { "content-type": isApply ? "application/apply-patch+yaml" : "application/merge-patch+json" },
    body: JSON.stringify(config).slice(0, maxBody),
  };
}

function managerEntry(random: Random, apiVersion: string, budget: number): unknown {
  const keys = Array.from(
    { length: Math.floor(random.length(budget) / 12) },
    (_, index) => [`f:a${index}`, {}] as const,
  );
  return random.pick([
    () => hostileJSON(random, budget),
    () => ({
      manager: `m${random.int(20)}`,
      operation: random.pick(["Apply", "Update", hostileText(random, 20)]),
      apiVersion: random.pick([apiVersion, hostileText(random, 20)]),
      fieldsType: "FieldsV1",
      fieldsV1: random.pick([{ "f:metadata": { "f:labels": Object.fromEntries(keys) } }, hostileJSON(random, budget)]),
    }),
  ])();
}

function jsonPatch(random: Random, budget: number): unknown {
  const path = () =>
    random.pick([
      "/spec/toppings/0",
      "/spec/toppings/-",
      "/spec/toppings",
      "/metadata/labels",
      "/metadata/labels/a",
      "/metadata/finalizers/0",
      "",
      "/",
      hostileText(random, 60),
    ]);
  const operation = () => ({
    op: random.pick(["add", "remove", "replace", "move", "copy", "test", "x"]),
    path: path(),
    from: path(),
    value: hostileJSON(random, budget / 10),
  });
  const one = operation();
  return random.chance(0.2)
    ? Array.from({ length: Math.floor(random.length(budget) / JSON.stringify(one).length) }, () => one)
    : random.many(8, operation);
}

function strategicPatch(random: Random, budget: number): unknown {
  const directive = () =>
    random.pick([
      "$setElementOrder/finalizers",
      "$deleteFromPrimitiveList/finalizers",
      "$patch",
      "$retainKeys",
      "finalizers",
      "labels",
      "ownerReferences",
      "$setElementOrder/ownerReferences",
    ]);
  const list = () => Array.from({ length: Math.floor(random.length(budget) / 10) }, (_, index) => `x.io/${index}`);
  const metadata = Object.fromEntries(
    random.many(
      4,
      () =>
        [
          directive(),
          random.pick([list, () => hostileJSON(random, budget), () => random.pick(["delete", "replace", "merge"])])(),
        ] as const,
    ),
  );
  return { metadata, ...changed(random, budget, ["spec", "status", "$patch", "x"]) };
}

function yaml(random: Random): RawRequest {
  const lines = [
    "apiVersion: restaurant.programming-kubernetes.info/v1alpha1",
    "kind: Topping",
    "metadata: {name: y}",
    "spec:",
    "  cost: 1",
  ].join("\n");
  const unit = random.pick([
    "- a: b\n",
    "a: &a [*a]\n",
    '"\\q"',
    "]\n",
    "? ",
    "!!float 1\n",
    "{",
    "a: |\n x\n",
    "---\n",
    "<<: *a\n",
    "- [",
    '"',
    "\t",
    "a: 0o17\n",
  ]);
  const body = random.chance(0.5)
    ? mutatedText(random, lines, 3000)
    : `${lines}\nx:\n${unit.repeat(Math.floor(random.length(200_000) / unit.length))}`;
  return {
    ...base(random),
    isAnonymous: false,
    method: "POST",
    target: `${random.pick(collections)}?dryRun=All`,
    headers: { "content-type": "application/yaml" },
    body,
  };
}
