import { readFileSync, rmSync } from "node:fs";
import { createHash } from "node:crypto";
import { dirname, join } from "node:path";
import { CodecFactory, Scheme, type RuntimeObject } from "@apimachinery/runtime";
import { decodeCBOR, encodeCBOR } from "@apimachinery/runtime/cbor";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { corpora } from "../../generators/corpora.js";
import { differences } from "./differences.js";
import { generate, installAll, layOver, samples } from "./overlay.js";

/** For each kind, the fields that a round trip through the hub changes, with the reason. */
type Losses = Readonly<Record<string, Readonly<Record<string, string>>>>;

const losses = JSON.parse(readFileSync(join(import.meta.dirname, "losses.json"), "utf8")) as Losses;
const kubernetes = join(corpora ?? "", "kubernetes");
const paths = samples();
/** The paths of test objects, and the start of the SHA-256 of their CBOR, which judge/ wrote. */
const cborHashes = readFileSync(join(import.meta.dirname, "cbor-hashes.txt"), "utf8")
  .trim()
  .split("\n")
  .map((line) => line.split(" ") as [path: string, hash: string]);

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
    });

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

    test.each(cborHashes)("%s has the CBOR of Go", (path, hash) => {
      const text = readFileSync(join(kubernetes, path), "utf8");
      const { object } = codecs.universalDeserializer().decode(text);
      const document = encodeCBOR(scheme, object);
      expect(createHash("sha256").update(document).digest("hex").slice(0, hash.length)).toBe(hash);
      expect(decodeCBOR(scheme, document, "strict")).toEqual({ value: object, warnings: [] });
    });

    test("every kind in losses.json has a test object", () => {
      const kinds = paths.map((path) => `${dirname(dirname(path))} ${path.slice(path.lastIndexOf("/") + 1, -5)}`);
      expect(Object.keys(losses).filter((kind) => !kinds.includes(kind))).toEqual([]);
    });
  },
);
