import type { ArgumentProblem } from "../../engine/markers/arguments.js";
import { isRecord } from "../../engine/util/is-record.js";
import { nearest } from "../../engine/util/nearest.js";
import { parseMarkerJSON } from "../markers/constraints.js";

type Value = { readonly [property: string]: unknown };

/**
 * Properties of a webhook that a patch can change, with the structure of their values. `true` is a
 * value of any kind, and `map` is a value whose properties are not checked. A nested object lists
 * the properties of an object value. A list with one entry describes the items of a list value.
 */
interface Properties {
  readonly [property: string]: true | "map" | Properties | readonly [Properties];
}

const selector: Properties = {
  matchLabels: "map",
  matchExpressions: [{ key: true, operator: true, values: true }],
};

const properties: Properties = {
  name: true,
  clientConfig: { url: true, service: { namespace: true, name: true, path: true, port: true }, caBundle: true },
  rules: [{ operations: true, apiGroups: true, apiVersions: true, resources: true, scope: true }],
  failurePolicy: true,
  matchPolicy: true,
  namespaceSelector: selector,
  objectSelector: selector,
  sideEffects: true,
  timeoutSeconds: true,
  admissionReviewVersions: true,
  matchConditions: [{ name: true, expression: true }],
};

/**
 * Applies the strategic merge patch in a marker to a webhook. Objects are merged, lists are
 * replaced, and `null` removes a property. Directives such as `$patch` are reported as problems.
 */
export function patched(
  webhook: Value,
  text: string,
  isMutating: boolean,
): { readonly value: Value } | ArgumentProblem {
  const patch = parseMarkerJSON(text);
  if (!isRecord(patch)) return { fault: "patch must be a JSON object in backticks" };
  const known = isMutating ? { ...properties, reinvocationPolicy: true as const } : properties;
  const wrong = unknownIn(patch, known, "");
  return wrong === undefined ? { value: merged(webhook, patch) } : { fault: wrong };
}

function unknownIn(patch: Value, known: Properties, path: string): string | undefined {
  for (const [key, value] of Object.entries(patch)) {
    const inner = known[key];
    if (key.startsWith("$")) return `patch: the directive ${key} is not supported`;
    if (inner === undefined) {
      const meant = nearest(key, Object.keys(known));
      return `patch: a webhook has no property ${path}${key}${meant === undefined ? "" : `; did you mean ${path}${meant}?`}`;
    }
    if (inner === true || inner === "map" || value === null) continue;
    const isList = Array.isArray(inner);
    const parts: readonly unknown[] = isList && Array.isArray(value) ? value : [value];
    if (isList !== Array.isArray(value) || !parts.every(isRecord))
      return `patch: ${path}${key} must be ${isList ? "a list of objects" : "an object"}`;
    const of = (isList ? (inner as readonly [Properties])[0] : inner) as Properties;
    const wrong = parts.map((part) => unknownIn(part, of, `${path}${key}.`)).find((one) => one !== undefined);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

function merged(target: Value, patch: Value): Value {
  const result = new Map(Object.entries(target));
  for (const [key, value] of Object.entries(patch)) {
    const before = result.get(key);
    if (value === null) result.delete(key);
    else result.set(key, isRecord(value) ? merged(isRecord(before) ? before : {}, value) : value);
  }
  return Object.fromEntries(result);
}
