import {
  CodecFactory,
  Scheme,
  type Duration,
  type Schema,
  type TypeMeta,
  type bytes,
  type float32,
} from "@apimachinery/runtime";
import { describe, expect, test } from "vitest";
import { outcome, vectors } from "./vectors.js";

interface Spec {
  dur: Duration;
  durs: Duration[];
  opt?: Duration;
  bytes: bytes;
  f32: float32;
  text: string;
  map: Record<string, string>;
}
interface Thing extends TypeMeta {
  spec: Spec;
}

const specSchema: Schema<Spec> = {
  name: "v1.Spec",
  fields: {
    dur: { type: "Duration" },
    durs: { type: "list", items: { type: "Duration" } },
    opt: { type: "Duration", optional: true },
    bytes: { type: "bytes" },
    f32: { type: "float32" },
    text: { type: "string" },
    map: { type: "map", values: { type: "string" } },
  },
};
const gvk = { group: "example.com", version: "v1", kind: "Thing" };
const schema: Schema<Thing> = {
  name: "v1.Thing",
  gvk,
  fields: { kind: { type: "string" }, apiVersion: { type: "string" }, spec: { type: "ref", to: () => specSchema } },
};

const scheme = new Scheme("pkg/runtime/scheme.go:111");
scheme.addKnownTypes({ group: gvk.group, version: gvk.version }, { schema });
const decoder = new CodecFactory(scheme).universalDeserializer();

/**
 * Returns a spec in the form in which Go writes it: absent lists, maps and bytes are null, and the
 * quantity is present.
 */
function asGoHas(spec: Spec): object {
  const { dur, durs, opt, bytes, f32, text, map } = spec;
  const isEmpty = Object.keys(map).length === 0;
  return {
    dur,
    durs: durs.length === 0 ? null : durs,
    ...(opt === undefined ? {} : { opt }),
    bytes: bytes === "" ? null : bytes,
    f32,
    text,
    map: isEmpty ? null : map,
    q: "0",
  };
}

const { rows } = vectors("decoding") as {
  readonly rows: readonly (readonly [text: string, spec: string | null, error: string | null])[];
};

describe("documents are decoded as by Go's codec", () => {
  test.each(rows)("%s", (text, spec, error) => {
    const [decoded, problem] = outcome(() => decoder.decode(text, { defaults: gvk, mode: "warn" }));
    if (spec === null) {
      expect(problem?.replace(/^spec\.[\w[\]]+: /, "")).toBe(error);
      return;
    }
    expect(problem).toBeNull();
    const thing = decoded?.object as Thing;
    expect(asGoHas(thing.spec)).toEqual({ ...(JSON.parse(spec.replace('"bytes":""', '"bytes":null')) as object) });
    expect(decoded?.warnings.join(", ")).toBe((error ?? "").replace("strict decoding error: ", ""));
  });
});
