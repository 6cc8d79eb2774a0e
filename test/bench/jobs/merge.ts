import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { JSONObject } from "@apimachinery/runtime";
import {
  FieldSet,
  Parser,
  Updater,
  type ManagedFields,
  type ParseableType,
  type VersionedSet,
} from "@apimachinery/runtime/structuredmerge";
import { compare, table, type Measured } from "../compare.js";
import { deployment, deploymentSchema } from "../samples/deployment.js";

const peer = "structured-merge-diff v6.4.2 (Go)";

/**
 * Compares the operations of server-side apply with those of Go's library, which runs in a process
 * of its own after this project's code. Prints the reason if Go's library cannot be built.
 * @param wanted part of the titles of the jobs to run
 */
export function mergeJobs(wanted: string): void {
  const title = (name: string): string => `Merge of a deployment with 3 containers: ${name}`;
  const jobs = Object.entries(operations()).filter(([name]) => title(name).includes(wanted));
  if (jobs.length === 0) return;
  const times = timesOfGo();
  if (typeof times === "string") console.log(`Go's structured-merge-diff is left out: ${times}\n`);
  for (const [name, run] of jobs) {
    const [own] = compare({ title: name, inputs: [undefined], candidates: [{ name, run }] });
    const others = typeof times === "string" ? [] : [{ name: peer, ns: times[name] ?? Number.NaN }];
    console.log(table(title(name), [{ name: "structuredmerge", ns: (own as Measured).ns }, ...others]));
  }
}

const live = deployment({ replicas: 3, image: "shop:1", extra: true });
const config = deployment({ replicas: 5, image: "shop:2", extra: false });

function typeOf(): ParseableType {
  return new Parser(deploymentSchema).type("deployment");
}

function fieldSets(): { readonly fields: FieldSet; readonly others: FieldSet } {
  const type = typeOf();
  return { fields: type.fromValue(live).toFieldSet(), others: type.fromValue(config).toFieldSet() };
}

/** Operations by the names that Go's program uses too. */
function operations(): Readonly<Record<string, () => unknown>> {
  const type = typeOf();
  const { fields, others } = fieldSets();
  const text = fields.toJSONText();
  const [old, applied] = [type.fromValue(live), type.fromValue(config)];
  const updater = new Updater({ converter: { convert: (object) => object } });
  const versioned = (set: FieldSet, isApplied: boolean): VersionedSet => ({
    set,
    apiVersion: "v1",
    applied: isApplied,
  });
  const managers = (): ManagedFields =>
    new Map([
      ["a", versioned(fields, false)],
      ["b", versioned(others, true)],
    ]);
  return {
    "read FieldsV1": () => FieldSet.fromJSON(text),
    "write FieldsV1": () => fields.toJSONText(),
    union: () => fields.union(others),
    difference: () => fields.difference(others),
    intersection: () => fields.intersection(others),
    validate: () => type.fromValue(live),
    "field set": () => old.toFieldSet(),
    compare: () => old.compare(applied),
    merge: () => old.merge(applied),
    update: () => updater.update(applied, old, "v1", managers(), "c"),
    apply: () => updater.apply(old, applied, "v1", managers(), "b", true),
  };
}

/** Returns the times of Go's library in nanoseconds, or the reason why there are none. */
function timesOfGo(): Readonly<Record<string, number>> | string {
  const binary = "node_modules/.cache/merge-peer/merge-peer";
  mkdirSync(dirname(binary), { recursive: true });
  const output = join(process.cwd(), binary);
  const built = spawnSync("go", ["build", "-o", output, "."], { cwd: "test/bench/merge-peer", encoding: "utf8" });
  if (built.error !== undefined) return `Go is not installed (${built.error.message})`;
  if (built.status !== 0) return `go build in test/bench/merge-peer failed: ${built.stderr}`;
  const { fields, others } = fieldSets();
  const input: JSONObject = {
    schema: deploymentSchema,
    type: "deployment",
    live,
    config,
    fields: fields.toJSONText(),
    others: others.toJSONText(),
  };
  const { status, stdout, stderr } = spawnSync(output, { input: JSON.stringify(input), encoding: "utf8" });
  return status === 0 ? (JSON.parse(stdout) as Record<string, number>) : stderr;
}
