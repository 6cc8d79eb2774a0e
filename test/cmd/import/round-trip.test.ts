import { expect, test } from "vitest";
import { crdErrors, errorText, type CRD as JudgedCRD } from "../../../runtime/crd/index.js";
import { knownCRDs } from "../../corpus/crds/crds.js";
import { runsAllCases, selectedCases } from "../../sizes.js";
import { differencesOf } from "./crd-differences.js";
import { regenerated } from "./regenerated.js";

/** Differences that do not change what a cluster accepts and stores, with the reason. */
const harmless: readonly (readonly [difference: RegExp, reason: string])[] = [
  [/\.format: absent became "int64"$/, "an integer without a format is an int64, the range of Kubernetes' integers"],
  [/openAPIV3Schema\.required: \["metadata",.* became /, "every object has metadata"],
  [/openAPIV3Schema\.properties\.(apiVersion|kind|metadata): absent became /, "every object has these properties"],
  [/openAPIV3Schema\.properties\.status: absent became \{"type":"object"\}$/, "the subresource has an empty status"],
  [/openAPIV3Schema\.properties\.(apiVersion|kind)\.description: absent became "The /, "codegen has descriptions"],
  [/\.subresources: \{\} became absent$/, "the CRD has no subresources"],
  [/^spec\.names\.listKind: absent became "\w+List"$/, "the value is that of the default"],
  [/^spec\.preserveUnknownFields: false became absent$/, "the value is that of the default"],
  [/^spec\.conversion: .* became absent$/, "the import prints the lines of the configuration"],
  [/\.oneOf: \[\{"not":\{"anyOf":\[.* became absent$/, "for two properties, the keyword not has the same meaning"],
  [/\.not: absent became \{"required":\["\w+","\w+"\]\}$/, "it is in place of such a oneOf"],
  [/service\.(allOf: .* became absent|enum: absent became )/, "both parts of allOf have the same members"],
  [/\.default: absent became \{\}$/, "defaults give each required property of the object a value"],
  [/\.required: .*"(spec|secretRef|cache|configMap)".* became /, "such an object can be left out"],
  [/\.metadata\.properties: absent became \{"annotations"/, "the metadata of an embedded object has its properties"],
  [/addresses\.items\.oneOf: .* became absent$/, "the import warns of this rule"],
];

test("the CRDs of known projects are generated again from their imported types, and the second time nothing changes", async () => {
  const originals = selectedCases(knownCRDs(), { quick: 9 });
  const { crds } = await regenerated(originals);
  const isHarmless = (difference: string) => harmless.some(([pattern]) => pattern.test(difference));
  const all = originals.flatMap((original, at) => {
    const found = crds[at] ?? original;
    expect([original.metadata.name, crdErrors(original as JudgedCRD)]).toEqual([original.metadata.name, []]);
    expect([original.metadata.name, crdErrors(found as JudgedCRD).map(errorText)]).toEqual([
      original.metadata.name,
      [],
    ]);
    return differencesOf(original, found);
  });
  expect(all.filter((difference) => !isHarmless(difference))).toEqual([]);
  const unused = harmless.filter(([pattern]) => !all.some((difference) => pattern.test(difference)));
  if (runsAllCases) expect(unused.map(([pattern]) => pattern.source)).toEqual([]);
  expect((await regenerated(crds)).crds).toEqual(crds);
});
