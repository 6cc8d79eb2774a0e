import { execFileSync } from "node:child_process";
import { cpSync, chmodSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runHere } from "../../cmd/run-here.js";
import { temporaryFolder } from "../../engine/temporary-folder.js";
import { goModule } from "./go-module.js";

const crdify = goModule("sigs.k8s.io/crdify@v0.5.0");

interface Case {
  readonly validation: string;
  readonly name: string;
  readonly flagged: boolean;
  readonly old: Parts;
  readonly new: Parts;
}

/** A schema, or a definition that lacks some parts. */
interface Parts {
  readonly type?: string;
  readonly id?: string;
  readonly spec?: { readonly scope?: string; readonly versions?: readonly object[] | null };
  readonly status?: { readonly storedVersions?: readonly string[] | null };
}

/** Cases in which crdify reports a change that affects no object and no request. */
const compatible = new Set([
  "description: description changed, flagged",
  "enum: new allowed enum value added, addition policy not set, flagged",
  "enum: new allowed enum value added, addition policy set to Disallow, flagged",
]);

/** Runs crdify's tests with a program that prints their cases. */
function casesOf(folder: string): readonly Case[] {
  const work = join(temporaryFolder(), "crdify");
  cpSync(folder, work, { recursive: true });
  // Files of modules are read-only.
  for (const path of ["", ...readdirSync(work, { recursive: true, encoding: "utf8" })])
    chmodSync(join(work, path), 0o755);
  cpSync(join(import.meta.dirname, "crdify/dump.go.txt"), join(work, "pkg/validations/internal/testing/util.go"));
  const cases = join(work, "cases.ndjson");
  const args = ["test", "-mod=mod", "-count=1", "-p=1", "./pkg/validations/property", "./pkg/validations/crd/..."];
  execFileSync("go", args, { cwd: work, env: { ...process.env, CASES: cases }, stdio: "pipe" });
  const lines = readFileSync(cases, "utf8").trim().split("\n");
  return lines.map((line) => JSON.parse(line) as Case);
}

/** The cases lack the type, without which a schema is not structural. */
const types: { readonly [validation: string]: object } = {
  maximum: { type: "integer" },
  minimum: { type: "integer" },
  maxItems: { type: "array", items: { type: "string" } },
  minItems: { type: "array", items: { type: "string" } },
  maxProperties: { type: "object", additionalProperties: { type: "string" } },
  minProperties: { type: "object", additionalProperties: { type: "string" } },
  required: { type: "object", properties: { foo: { type: "string" } } },
};

function schemaOf(validation: string, { id: _id, ...schema }: Parts): object {
  const value = { ...(types[validation] ?? { type: "string" }), ...schema };
  return { type: "object", properties: { spec: { type: "object", properties: { value } } } };
}

/** Returns a complete definition. */
function definitionOf(index: number, { validation }: Case, parts: Parts): object {
  const name = `kind${String(index)}`;
  const versions =
    parts.spec === undefined
      ? [{ name: "v1", schema: { openAPIV3Schema: schemaOf(validation, parts) } }]
      : versionsOf(parts);
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${name}s.${name}.example.com` },
    spec: {
      group: `${name}.example.com`,
      names: { kind: `K${name}`, listKind: `K${name}List`, plural: `${name}s`, singular: name },
      scope: parts.spec?.scope === undefined || parts.spec.scope === "" ? "Namespaced" : parts.spec.scope,
      versions: versions.map((version, at) => ({
        schema: { openAPIV3Schema: { type: "object" } },
        ...version,
        served: true,
        storage: at === versions.length - 1,
      })),
    },
  };
}

function versionsOf({ spec, status }: Parts): readonly object[] {
  const stored = (status?.storedVersions ?? []).map((name) => ({ name }));
  return spec?.versions ?? (stored.length > 0 ? stored : [{ name: "v1alpha1" }]);
}

describe.skipIf(crdify === undefined)(
  "the cases of crdify (skipped without Go, or if Go cannot fetch the module)",
  () => {
    test("have crdify's answer, except where it reports a change that affects nothing", async () => {
      const cases = casesOf(crdify ?? "");
      expect(cases.length).toBeGreaterThan(60);
      const fileOf = (state: "old" | "new"): string =>
        JSON.stringify({ kind: "List", items: cases.map((one, index) => definitionOf(index, one, one[state])) });
      const folder = temporaryFolder({ "old.json": fileOf("old"), "new.json": fileOf("new") });
      const { stdout, stderr } = await runHere(folder, [
        "breaking",
        "--crd",
        "old.json",
        "new.json",
        "--format",
        "json",
      ]);
      const { changes } = JSON.parse(stdout) as {
        readonly changes?: readonly { kind: string; severity: string; message: string }[];
      };
      expect(stderr).toBe("");
      expect(changes, stdout).toBeDefined();
      const different = cases.flatMap((one, index) => {
        const own = (changes ?? []).filter(
          ({ kind, message }) =>
            kind.endsWith(`.Kkind${String(index)}`) || message.includes(` kind${String(index)}.example.com/`),
        );
        const isBreaking = own.some(({ severity }) => severity === "breaking");
        return isBreaking === one.flagged ? [] : [`${one.validation}: ${one.name}`];
      });
      expect(different).toEqual([...compatible]);
    });
  },
);
