import { readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { CodecFactory, Scheme, type RuntimeObject } from "@apimachinery/runtime";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { corpora } from "../../generators/corpora.js";
import { differences } from "./differences.js";
import { generate, installAll, layOver, samples } from "./overlay.js";

/** For each kind, the fields that a round trip through the hub changes, with the reason. */
type Losses = Readonly<Record<string, Readonly<Record<string, string>>>>;

const losses = JSON.parse(readFileSync(join(import.meta.dirname, "losses.json"), "utf8")) as Losses;
const kubernetes = join(corpora ?? "", "kubernetes");
const paths = samples();

describe.skipIf(corpora === undefined)(
  "objects with all fields, of Kubernetes' compatibility tests (skipped unless CORPORA names the folder of corpora)",
  () => {
    let work = "";
    const scheme = new Scheme("kubernetes");
    const codecs = new CodecFactory(scheme);

    beforeAll(async () => {
      work = layOver("testdata");
      const { problems } = await generate(work);
      expect(problems.filter(({ severity }) => severity === "error")).toEqual([]);
      await installAll(work, scheme);
    }, 120_000);

    afterAll(() => {
      rmSync(work, { recursive: true, force: true });
    });

    test.each(paths)("%s", (path) => {
      const text = readFileSync(join(kubernetes, path), "utf8");
      const { object, gvk } = codecs.universalDeserializer().decode(text, { mode: "strict" });
      expect(JSON.parse(codecs.encoderForVersion(gvk).encode(object))).toEqual(JSON.parse(text));
      const throughHub = (from: RuntimeObject) =>
        scheme.convertToVersion(scheme.convertToVersion(from, { group: gvk.group, version: "__internal" }), gvk);
      const back = throughHub(object);
      const kind = `${dirname(dirname(path))} ${gvk.kind}`;
      expect(differences(object, back).toSorted()).toEqual(Object.keys(losses[kind] ?? {}).toSorted());
      expect(differences(back, throughHub(back)), "another trip").toEqual([]);
    });

    test("every kind in losses.json has a test object", () => {
      const kinds = paths.map((path) => `${dirname(dirname(path))} ${path.slice(path.lastIndexOf("/") + 1, -5)}`);
      expect(Object.keys(losses).filter((kind) => !kinds.includes(kind))).toEqual([]);
    });
  },
);
