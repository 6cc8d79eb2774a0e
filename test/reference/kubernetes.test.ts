import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { CodecFactory, Scheme } from "@apimachinery/runtime";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runHere } from "../cmd/run-here.js";
import { installAll, layOver } from "../corpus/kubernetes/overlay.js";
import { cpuTimeOf } from "../cpu-time.js";
import { readTree } from "../engine/temporary-folder.js";
import { corpora } from "../generators/corpora.js";
import { examplesIn } from "./examples-in.js";

describe.skipIf(corpora === undefined)(
  "the pages of Kubernetes' groups (skipped unless CORPORA names the folder of corpora)",
  () => {
    let work = "";
    let [ofCode, ofPages] = [0, 0];

    beforeAll(async () => {
      work = layOver("reference");
      // The first run also loads the modules of both commands.
      await runHere(work, ["reference", "kubernetes/storage", "--out", "first"]);
      ofPages = await cpuTimeOf(async () => {
        const result = await runHere(work, ["reference", "kubernetes", "--out", "pages"]);
        expect(result).toMatchObject({ status: 0 });
      });
      ofCode = await cpuTimeOf(() => runHere(work, ["kubernetes"]));
    }, 600_000);
    afterAll(() => {
      rmSync(work, { recursive: true, force: true });
    });

    test("all pages take at most twice the CPU time of a cold run of codegen", () => {
      console.log(`pages: ${Math.round(ofPages)} ms of CPU time, code: ${Math.round(ofCode)} ms`);
      expect(ofPages).toBeLessThanOrEqual(2 * ofCode);
    });

    test("generated code decodes and validates the examples of all kinds", { timeout: 600_000 }, async () => {
      const result = await runHere(work, ["reference", "kubernetes", "--out", "markdown", "--format", "markdown"]);
      expect(result).toMatchObject({ status: 0 });
      const scheme = new Scheme("kubernetes");
      await installAll(work, scheme);
      const codecs = new CodecFactory(scheme);
      // The requests of the subresource scale have no validation by rules.
      const found = examplesIn(readTree(join(work, "markdown"))).filter(({ object }) => object.kind !== "Scale");
      const faults = found.flatMap(({ page, title, object }) => {
        const decoded = codecs.universalDeserializer().decode(JSON.stringify(object), { mode: "strict" });
        scheme.default(decoded.object);
        const errors = scheme.validate({ HPAScaleToZero: false }, decoded.object);
        return errors.map((error) => `${page} ${title}: ${error.field} ${error.type} ${error.detail}`);
      });
      expect(faults).toEqual([]);
      const titles = found.map(({ title }) => title);
      console.log(
        `examples: ${[...new Set(titles)].map((title) => `${titles.filter((one) => one === title).length} ${title}`).join(", ")}`,
      );
      expect(titles.filter((title) => title === "Smallest valid object").length).toBeGreaterThan(100);
    });

    test("the largest file is smaller than 1 MB", () => {
      const folder = join(work, "pages");
      const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => /\.\w+$/.test(path));
      const sizes = files.map((path) => ({ path, size: statSync(join(folder, path)).size }));
      expect(sizes.filter(({ path }) => path.endsWith(".html")).length).toBeGreaterThan(100);
      expect(sizes.filter(({ size }) => size >= 1_000_000)).toEqual([]);
    });
  },
);
