import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { Scheme, type JSONObject } from "@apimachinery/runtime";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { mergeSchemaOf } from "../../../runtime/managedfields/merge-schema.js";
import { corpora } from "../../generators/corpora.js";
import { differencesOf } from "./merge-schema-differences.js";
import { generate, installAll, layOver } from "./overlay.js";

/** @file Compares the merge behaviour of Kubernetes' types with what Go's generator writes. */

const file = goFile();

describe.skipIf(corpora === undefined || file === undefined)(
  "the merge behaviour of Kubernetes' types (skipped unless CORPORA names the folder, and Go has client-go v0.36.3)",
  () => {
    let work = "";
    const scheme = new Scheme("kubernetes");

    beforeAll(async () => {
      work = layOver("merge-schema");
      await generate(work);
      await installAll(work, scheme);
    });

    afterAll(() => {
      rmSync(work, { recursive: true, force: true });
    });

    test("is the same as in Go", () => {
      const theirs = parse(yamlOf(readFileSync(file ?? "", "utf8"))) as JSONObject;
      const kinds = scheme
        .allKnownTypes()
        .flatMap(({ definition: { schema }, gvks }) => gvks.map((gvk) => ({ schema, gvk })));
      const versioned = kinds.filter(({ gvk }) => gvk.version !== "__internal");
      const ours = mergeSchemaOf(versioned.map(({ schema }) => schema));
      const roots = versioned.map(({ schema, gvk: { group, version, kind } }) => ({
        ours: ours.nameOf(schema),
        theirs: `io.k8s.api.${(group.split(".")[0] as string) || "core"}.${version}.${kind}`,
      }));
      const { differences, compared } = differencesOf(ours.document, theirs, roots);
      expect(differences).toEqual([]);
      expect(compared).toBe(564);
    });
  },
);

/** Returns the path of the file with the schema; undefined if Go's cache of modules lacks it. */
function goFile(): string | undefined {
  try {
    const folder = execFileSync("go", ["env", "GOMODCACHE"], { encoding: "utf8" }).trim();
    const path = `${folder}/k8s.io/client-go@v0.36.3/applyconfigurations/internal/internal.go`;
    return existsSync(path) ? path : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the YAML in the only raw string of a Go file. */
function yamlOf(text: string): string {
  const [, yaml = ""] = /YAMLObject\(`([^`]*)`\)/.exec(text) ?? [];
  return yaml;
}
