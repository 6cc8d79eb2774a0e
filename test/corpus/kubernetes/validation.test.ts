import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { CodecFactory, Scheme, type RuntimeObject } from "@apimachinery/runtime";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { corpora } from "../../generators/corpora.js";
import { printed, readRecorded } from "../validation-gen/calls.js";
import { plainStrict, strictFlags } from "../../golden/compile.js";
import { errorsOf, type ObjectCall } from "./object-calls.js";
import { compileAll, generate, installAll, layOver, samples } from "./overlay.js";
import { withRulesOfGo } from "./with-rules-of-go.js";

// VALIDATION_CALLS can name another file, which the program in `judge` has written.
const calls = readRecorded(
  process.env["VALIDATION_CALLS"] ?? "../kubernetes/validation-calls.jsonl",
) as readonly ObjectCall[];
const functions = JSON.parse(readFileSync(join(import.meta.dirname, "validation-functions.json"), "utf8")) as Readonly<
  Record<string, readonly string[]>
>;

describe.skipIf(corpora === undefined)(
  "validation of Kubernetes' groups (skipped unless CORPORA names the folder of corpora)",
  () => {
    let work = "";
    const scheme = new Scheme("kubernetes");
    const codecs = new CodecFactory(scheme);
    const texts = new Map<string, string>();

    beforeAll(async () => {
      work = layOver("validation", withRulesOfGo);
      const { problems } = await generate(work);
      expect(problems.filter(({ severity }) => severity === "error")).toEqual([]);
      await installAll(work, scheme);
      for (const path of samples()) {
        const text = readFileSync(join(corpora ?? "", "kubernetes", path), "utf8");
        const { apiVersion, kind } = JSON.parse(text) as ObjectCall;
        texts.set(`${apiVersion} ${kind}`, text);
      }
    });

    afterAll(() => {
      rmSync(work, { recursive: true, force: true });
    });

    test("the generated functions are those of Go's tool", () => {
      const folders = Object.keys(functions).filter((folder) => existsSync(join(work, "kubernetes", folder)));
      expect(folders.length).toBe(23);
      for (const folder of folders) {
        const text = readFileSync(join(work, "kubernetes", folder, "zz_generated.validation.ts"), "utf8");
        const names = [...text.matchAll(/^export const (Validate_\w+):/gm)].map(([, name]) => name);
        expect({ folder, names: names.toSorted() }).toEqual({ folder, names: functions[folder] });
      }
    });

    test("the generated functions compile under every strict flag", () => {
      expect(compileAll(work, { ...plainStrict, ...strictFlags, lib: ["ES2023"], types: ["node"] })).toBe("");
    });

    test("every test object has a recorded validation", () => {
      const recorded = new Set(calls.map(({ apiVersion, kind }) => `${apiVersion} ${kind}`));
      // Kubernetes' scheme does not contain the types of apidiscovery.
      const missing = [...texts.keys()].filter(
        (kind) => !recorded.has(kind) && !kind.startsWith("apidiscovery.k8s.io/"),
      );
      expect(missing).toEqual([]);
    });

    test("test objects and variations of them have the errors that Go returns", () => {
      const decode = (text: string): RuntimeObject =>
        codecs.universalDeserializer().decode(text, { mode: "strict" }).object;
      const differences = calls.flatMap((call) => {
        const text = texts.get(`${call.apiVersion} ${call.kind}`) ?? "{}";
        const errors = errorsOf(call, scheme, text, decode, ["HPAScaleToZero"]);
        const [go, typeScript] = [printed(call.errors, {}), printed(errors, {})];
        return go.join("\n") === typeScript.join("\n") ? [] : [{ ...call, errors: go, actual: typeScript }];
      });
      expect(differences).toEqual([]);
    });
  },
);
