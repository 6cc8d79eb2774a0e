import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { knownCRDs, type CRD } from "../../corpus/crds/crds.js";
import { apiProject } from "../api-project.js";
import { runHere } from "../run-here.js";
import { differencesOf } from "./crd-differences.js";

const repository = join(import.meta.dirname, "../../..");

/** Differences that do not change what a cluster accepts and stores, with the reason. */
const harmless: readonly (readonly [difference: RegExp, reason: string])[] = [
  [/\.format: absent became "int64"$/, "an integer without a format is an int64, the range of Kubernetes' integers"],
  [/openAPIV3Schema\.required: \["metadata",.* became /, "every object has metadata"],
  [/openAPIV3Schema\.properties\.(apiVersion|kind|metadata): absent became /, "every object has these properties"],
  [/openAPIV3Schema\.properties\.status: absent became \{"type":"object"\}$/, "the subresource has an empty status"],
  [
    /properties\.(apiVersion|kind)\.description: "(APIVersion|Kind) .* became "The /,
    "codegen has its own descriptions",
  ],
  [/\.subresources: \{\} became absent$/, "the CRD has no subresources"],
  [/^spec\.names\.listKind: absent became "\w+List"$/, "the value is that of the default"],
  [/^spec\.preserveUnknownFields: false became absent$/, "the value is that of the default"],
  [/\.oneOf: \[\{"not":\{"anyOf":.* became absent$/, "the rule below has the same meaning"],
  [
    /\.x-kubernetes-validations: absent became .*"at most one of the fields in /,
    "the marker AtMostOneOf is a CEL rule",
  ],
  [/restoreSize\.(type: "string" became absent|anyOf: absent became )/, "the import warns of this type"],
];

test("the CRDs of known projects are generated again from their imported types, with the same meaning", async () => {
  const crds = knownCRDs();
  const root = apiProject(Object.fromEntries(crds.map((crd) => [`${crd.metadata.name}.json`, JSON.stringify(crd)])));
  symlinkSync(join(repository, "node_modules/re2js"), join(root, "node_modules/re2js"));
  writeFileSync(join(root, "codegen.config.json"), '{ "generators": ["crd"] }\n');
  await runHere(root, ["import", ...crds.map(({ metadata }) => `${metadata.name}.json`)]);
  const { status, stderr } = await runHere(root, ["apis"]);
  expect({ status, errors: stderr.match(/^.* error .*$/gm) ?? [] }).toEqual({ status: 0, errors: [] });
  const found = crds.flatMap((crd) => {
    const { group, names } = crd.spec;
    const text = readFileSync(join(root, "generated/crds", `${group}_${names.plural}.yaml`), "utf8");
    return differencesOf(crd, parse(text) as CRD);
  });
  const isHarmless = (difference: string) => harmless.some(([pattern]) => pattern.test(difference));
  expect(found.filter((difference) => !isHarmless(difference))).toEqual([]);
  const unused = harmless.filter(([pattern]) => !found.some((difference) => pattern.test(difference)));
  expect(unused.map(([pattern]) => pattern.source)).toEqual([]);
});
