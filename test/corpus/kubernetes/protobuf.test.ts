import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { CodecFactory, parseGroupVersion, Scheme } from "@apimachinery/runtime";
import { decodeProtobuf, encodeProtobuf } from "@apimachinery/runtime/protobuf";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { corpora } from "../../generators/corpora.js";
import { differences } from "./differences.js";
import { goModule } from "./go-module.js";
import { generate, installAll } from "./overlay.js";
import { layOverProtobuf } from "./protobuf-overlay.js";

/**
 * The types of the corpora are those of v0.36.3. In v0.37.2, messages have more fields, which
 * change the objects of the release `HEAD` and the bytes of the kinds in `changed`.
 */
const modules = [
  { version: "v0.36.3", changed: [] },
  { version: "v0.37.2", changed: ["storage.k8s.io.v1.CSINode", "storage.k8s.io.v1beta1.CSINode"] },
].flatMap(({ version, changed }) => {
  const api = corpora === undefined ? undefined : goModule("k8s.io/api", version);
  return api === undefined ? [] : [{ version, api, changed: new Set<string>(changed) }];
});

describe.skipIf(modules.length === 0)(
  "objects of Kubernetes' compatibility tests (skipped unless CORPORA names the folder of corpora and Go is installed)",
  () => {
    describe.each(modules)("k8s.io/api $version", ({ version, api, changed }) => {
      const scheme = new Scheme("kubernetes");
      const codecs = new CodecFactory(scheme);
      let work = "";

      beforeAll(async () => {
        work = layOverProtobuf(`protobuf-${version}`, api);
        const { problems } = await generate(work);
        expect(problems.filter(({ code, severity }) => severity === "error" || code.startsWith("protobuf/"))).toEqual(
          [],
        );
        await installAll(work, scheme);
      });

      afterAll(() => {
        rmSync(work, { recursive: true, force: true });
      });

      test("have the numbers of Go's generated.proto", () => {
        const proto = readFileSync(join(work, "generated/proto/core/v1/generated.proto"), "utf8");
        const original = readFileSync(join(api, "core/v1/generated.proto"), "utf8");
        const known = numbersIn(original);
        const own = [...numbersIn(proto)].filter(([field]) => known.has(field));
        expect(own.length).toBeGreaterThan(900);
        expect(own.filter(([field, number]) => known.get(field) !== number)).toEqual([]);
      });

      for (const release of releasesOf(api))
        test(`${release}: decoded objects and encoded bytes are equal`, () => {
          const names = samplesOf(api, release).filter((name) => scheme.isGroupRegistered(groupOf(name)));
          const compared = names.filter((name) => compare(join(api, "testdata", release), name));
          expect(compared.length).toBeGreaterThan(80);
        });

      /**
       * Compares an object. Returns false if the corpora do not have its kind, or all its fields.
       */
      function compare(folder: string, name: string): boolean {
        const data = readFileSync(join(folder, `${name}.pb`));
        const json = readFileSync(after(folder, name, "json"), "utf8");
        if (!isRegistered(scheme, json)) return false;
        const object = decodeProtobuf(scheme, data);
        const { object: wanted } = codecs.universalDeserializer().decode(json);
        expect(differences(wanted, object), name).toEqual([]);
        expect(object, name).toEqual(wanted);
        const bytes = readFileSync(after(folder, name, "pb"));
        const isSame = Buffer.compare(encodeProtobuf(scheme, object), bytes) === 0;
        if (version !== "v0.36.3" && (folder.endsWith("HEAD") || changed.has(name))) return isSame;
        expect(isSame, `${name} has the bytes of Go`).toBe(true);
        return true;
      }
    });
  },
);

function releasesOf(api: string): readonly string[] {
  return readdirSync(join(api, "testdata")).filter((name) => name === "HEAD" || name.startsWith("v"));
}

/** Returns the names of the objects of a release. */
function samplesOf(api: string, release: string): readonly string[] {
  return readdirSync(join(api, "testdata", release))
    .filter((file) => file.endsWith(".pb") && !file.includes(".after_roundtrip."))
    .map((file) => file.slice(0, -".pb".length));
}

/** Returns the file of an object after the present Go types have read and written it. */
function after(folder: string, name: string, ending: string): string {
  const file = join(folder, `${name}.after_roundtrip.${ending}`);
  return existsSync(file) ? file : join(folder, `${name}.${ending}`);
}

/** Returns the group in a name: `apps` in `apps.v1.Deployment`. */
function groupOf(name: string): string {
  const group = /^(.*)\.v\d\w*\.\w+$/.exec(name)?.[1] ?? "";
  return group === "core" ? "" : group;
}

/** Reports whether the corpora have the kind of an object. Events of watches have no kind. */
function isRegistered(scheme: Scheme, json: string): boolean {
  const { apiVersion = "", kind = "" } = JSON.parse(json) as { readonly apiVersion?: string; readonly kind?: string };
  return kind !== "" && scheme.recognizes({ ...parseGroupVersion(apiVersion), kind });
}

/** Returns the numbers in a `.proto` file, by message and field. */
function numbersIn(text: string): ReadonlyMap<string, string> {
  const messages = [...text.matchAll(/^message (\w+) \{\n([\s\S]*?)^\}/gm)];
  return new Map(
    messages.flatMap(([, message, body = ""]) =>
      [...body.matchAll(/ (\w+) = (\d+);/g)].map(([, field, number = ""]) => [`${message}.${field}`, number] as const),
    ),
  );
}
