import type { JSONObject } from "@apimachinery/runtime";
import { Random } from "../fuzz/random.js";
import type { Case, Step } from "./case.js";
import { randomManagers } from "./random-managers.js";
import { randomThing, wrongThing } from "./random-thing.js";
import { group, renamed, type Version } from "./thing.js";

const lastApplied = "kubectl.kubernetes.io/last-applied-configuration";
const fewManagers = ["kubectl", "kubectl", "one", "two", 'q"<', ""];
const manyManagers = Array.from({ length: 15 }, (_, index) => `m${String(index)}`);

/** Returns the case of a seed: operations of several managers in several versions. */
export function randomCase(seed: number): Case {
  const random = new Random(seed);
  const managers = random.chance(0.25) ? manyManagers : fewManagers;
  const size = managers === manyManagers ? 10 + random.int(12) : 3 + random.int(8);
  const steps: Step[] = [];
  if (random.chance(0.8)) steps.push({ ...updateStep(random, managers, 0.5), sent: "none" });
  while (steps.length < size) steps.push(...randomSteps(random, managers));
  return { steps };
}

function randomSteps(random: Random, managers: readonly string[]): Step[] {
  const roll = random.next();
  const applies = managers === manyManagers ? 0.1 : 0.45;
  if (roll < applies) return [applyStep(random, managers)];
  if (roll < applies + 0.08) return kubectlSteps(random);
  if (roll < applies + 0.11)
    return [{ kind: "managers", ...(random.chance(0.5) && { entries: randomManagers(random) }) }];
  if (roll < applies + 0.13) return [{ kind: "validate", entries: randomManagers(random) }];
  if (roll < applies + 0.16) return [scaleStep(random)];
  return [updateStep(random, managers, managers === manyManagers ? 0.15 : 0.25)];
}

const versionOf = (random: Random): Version => random.pick(["v1", "v1", "v2"]);

function updateStep(random: Random, managers: readonly string[], share: number): Step {
  const version = versionOf(random);
  const object = randomThing(random, share);
  const removed = random.chance(0.3) ? { spec: { ...(object["spec"] as JSONObject), list: null, parts: null } } : {};
  const sent = random.pick(["live", "live", "live", "live", "none", "none", "entries"] as const);
  return {
    kind: "update",
    manager: random.pick(managers),
    version,
    subresource: random.chance(0.2) ? random.pick(["status", "scale"]) : "",
    object: renamed({ ...object, ...removed }, version) as JSONObject,
    sent,
    ...(sent === "entries" && { entries: randomManagers(random) }),
  };
}

function applyStep(random: Random, managers: readonly string[]): Step {
  const version = versionOf(random);
  const config = configOf(randomThing(random, 0.25), version);
  return {
    kind: "apply",
    manager: random.pick(managers),
    version,
    subresource: random.chance(0.15) ? "status" : "",
    force: random.chance(0.4),
    object: random.chance(0.05) ? wrongThing(random, config) : config,
  };
}

/** kubectl applies on the client's side, and then on the server's side. */
function kubectlSteps(random: Random): Step[] {
  const [first, second] = [versionOf(random), versionOf(random)];
  const [before, after] = [randomThing(random, 0.4), randomThing(random, 0.4)];
  const applied = configOf(before, first);
  const text = random.chance(0.1) ? random.pick(["", "{", "{}", "[]", '{"kind":"Thing"}']) : JSON.stringify(applied);
  const metadata = before["metadata"] as JSONObject;
  const annotations = { ...(metadata["annotations"] as JSONObject | undefined), [lastApplied]: text };
  const update: Step = {
    kind: "update",
    manager: "kubectl-client-side-apply",
    version: first,
    subresource: "",
    object: renamed({ ...before, metadata: { ...metadata, annotations } }, first) as JSONObject,
    sent: "live",
  };
  const config = configOf(
    random.chance(0.5) ? after : { ...after, spec: { ...(before["spec"] as JSONObject) } },
    second,
  );
  return [
    update,
    ...(random.chance(0.3) ? [updateStep(random, ["one"], 0.1)] : []),
    { kind: "apply", manager: "kubectl", version: second, subresource: "", force: random.chance(0.1), object: config },
  ];
}

function configOf(thing: JSONObject, version: Version): JSONObject {
  return { apiVersion: `${group}/${version}`, kind: "Thing", ...(renamed(thing, version) as JSONObject) };
}

function scaleStep(random: Random): Step {
  const entry = (manager: string, operation: string): JSONObject => ({
    manager,
    operation,
    apiVersion: "autoscaling/v1",
    fieldsType: "FieldsV1",
    fieldsV1: { "f:spec": random.chance(0.9) ? { "f:replicas": {} } : { "f:x": {} } },
    ...(random.chance(0.5) && { subresource: "scale" }),
  });
  const entries = random.many(3, () => entry(random.pick(["one", "two", "kubectl"]), random.pick(["Apply", "Update"])));
  return { kind: "scale", version: versionOf(random), ...(random.chance(0.7) && { entries }) };
}
