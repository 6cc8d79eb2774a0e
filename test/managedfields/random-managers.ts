import type { JSONObject } from "@apimachinery/runtime";
import type { Random } from "../fuzz/random.js";
import { group } from "./thing.js";

/** @file Random managed fields of the kind Thing. Few of them are wrong. */

const fields = [
  { "f:spec": { "f:replicas": {} } },
  { "f:spec": { "f:image_v1": {}, "f:on": {} } },
  { "f:spec": { "f:image_v2": {}, "f:labels_v2": { ".": {}, "f:x": {} } } },
  { "f:spec": { "f:set": { ".": {}, 'v:"a"': {}, 'v:"b"': {} } } },
  { "f:spec": { ".": {}, "f:fixed": { "f:a": {} }, "f:fixedLabels": { "f:x": {} } } },
  { "f:spec": { "f:parts": { 'k:{"name":"x"}': { ".": {}, "f:name": {}, "f:size_v1": {} }, 'k:{"name":"y"}': {} } } },
  { "f:spec": { "f:parts": { 'k:{"name":"x"}': { "f:ports": { 'k:{"port":80}': { "f:a_v1": {} } } } } } },
  { "f:status": { "f:conditions": { 'k:{"type":"Ready"}': { "f:type": {} } } } },
  { "f:metadata": { "f:labels": { "f:x": {} }, "f:name": {} } },
  { "f:metadata": { "f:finalizers": { 'v:"f/a"': {} } }, "f:spec": { "f:list": { "i:0": {} } } },
  // No write gives these fields to a manager.
  { "f:apiVersion": {}, "f:kind": {}, "f:spec": { "f:on": {} } },
  { "f:metadata": { "f:managedFields": {}, "f:uid": {} }, "f:spec": { "f:replicas": {} } },
  // These are not as Go writes them.
  { "f:spec": { "f:on": { ".": {} }, "f:image_v1": {} }, "z:x": { "f:a": {} }, "f:metadata": {} },
  {},
];

const wrongEntries: readonly JSONObject[] = [
  {},
  { operation: "Delete" },
  { apiVersion: "" },
  { fieldsType: "" },
  { fieldsType: "FieldsV2" },
  { fieldsV1: { "f:spec": 1 } },
  { fieldsV1: { x: {} } },
  { fieldsV1: { "k:{}": {}, 'v:"': {} } },
  { apiVersion: "a/b/c" },
];

const times = [
  "1969-12-31T23:59:59Z",
  "1970-01-01T00:00:00Z",
  "2001-01-01T00:00:00Z",
  "2002-01-01T00:00:00Z",
  "2009-01-01T00:00:00Z",
];

/** Returns the managed fields that a client sends, or that an object has in the store. */
export function randomManagers(random: Random): JSONObject[] {
  if (random.chance(0.1)) return random.pick([[], [{}], [{ manager: "" }], [{}, {}]]);
  const size = random.chance(0.3) ? 9 + random.int(8) : random.int(5);
  return Array.from({ length: size }, () => randomEntry(random));
}

function randomEntry(random: Random): JSONObject {
  const version = random.pick([`${group}/v1`, `${group}/v1`, `${group}/v2`, `${group}/v0`, "other/v1"]);
  const entry: JSONObject = {
    manager: random.pick(["kubectl", "one", "two", "<m>", "ancient-changes", `m${String(random.int(20))}`]),
    operation: random.chance(0.25) ? "Apply" : "Update",
    apiVersion: version,
    ...(random.chance(0.8) && { time: random.pick(times) }),
    fieldsType: "FieldsV1",
    ...(random.chance(0.98) && { fieldsV1: structuredClone(random.pick<object>(fields)) as JSONObject }),
    ...(random.chance(0.2) && { subresource: random.pick(["status", "scale"]) }),
  };
  return random.chance(0.02) ? { ...entry, ...random.pick(wrongEntries) } : entry;
}
