import { existsSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { CodecFactory, Scheme, type RuntimeObject } from "@apimachinery/runtime";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { workFolder, writeFiles } from "../../generators/run-generated.js";
import { parseCase } from "../../golden/case-text.js";
import { runIn } from "../../golden/cases.js";
import { printed, readRecorded, type CallError } from "../validation-gen/calls.js";
import { errorsOf, type ObjectCall } from "./object-calls.js";

const calls = readRecorded("../kubernetes/translated-calls.jsonl") as readonly ObjectCall[];
const options = [
  "CompositePodGroup",
  "DRAPartitionableDevicesType",
  "PodGroupPreemptionPolicy",
  "TopologyAwareWorkloadScheduling",
];

describe("validation of Kubernetes' groups that are translated for this test", () => {
  const work = workFolder("kubernetes-translated");
  const scheme = new Scheme("kubernetes");
  const codecs = new CodecFactory(scheme);
  const { input } = parseCase(
    readFileSync(join(import.meta.dirname, "../validation-gen/kubernetes-packages.txt"), "utf8"),
  );
  const folders = [...input.keys()].filter((path) => path.endsWith("/types.ts")).map((path) => dirname(path));
  const texts = new Map<string, string>();

  beforeAll(async () => {
    writeFiles(work, { ...Object.fromEntries(input), "codegen.config.json": `{ "paths": ["."] }\n` });
    const { report } = await runIn(work);
    expect(report.problems.filter(({ severity }) => severity === "error")).toEqual([]);
    for (const folder of folders) {
      const file = join(work, folder, "zz_generated.register.ts");
      const { AddToScheme } = (await import(file)) as { readonly AddToScheme: (to: Scheme) => void };
      AddToScheme(scheme);
    }
    const lines = readFileSync(join(import.meta.dirname, "translated-objects.jsonl"), "utf8").trimEnd();
    for (const line of lines.split("\n")) {
      const { apiVersion, kind } = JSON.parse(line) as ObjectCall;
      texts.set(`${apiVersion} ${kind}`, line);
    }
  });

  afterAll(() => {
    rmSync(work, { recursive: true, force: true });
  });

  test("every folder except one without rules has validation", () => {
    const without = folders.filter((folder) => !existsSync(join(work, folder, "zz_generated.validation.ts")));
    expect(without).toEqual(["scheduling/v1"]);
    expect(folders.length).toBe(14);
  });

  test("test objects and variations of them have the errors that Go returns", () => {
    const decode = (text: string): RuntimeObject =>
      codecs.universalDeserializer().decode(text, { mode: "strict" }).object;
    const differences = calls.flatMap((call) => {
      const text = texts.get(`${call.apiVersion} ${call.kind}`) ?? "{}";
      const errors = errorsOf(call, scheme, text, decode, options);
      // Kinds that have only the rules of ObjectMeta have no validation, for any subresource.
      const hasRules = scheme.validate({}, decode(text), "unknown").length > 0;
      const wanted = call.errors.filter((error) => isOfGroup(error) && (hasRules || error.type !== "InternalError"));
      const [go, typeScript] = [printed(wanted, {}), printed(errors, {})];
      return go.join("\n") === typeScript.join("\n") ? [] : [{ ...call, errors: go, actual: typeScript }];
    });
    expect(differences).toEqual([]);
  });
});

/**
 * Reports whether an error is of a rule of the group. In Go, ObjectMeta and Condition also have
 * rules, which are alpha and not enforced.
 */
function isOfGroup({ field }: CallError): boolean {
  return !/^metadata\.(?!name$)|onditions\[\d+\]\./.test(field);
}
