import { expect, test } from "vitest";
import { crdErrors, errorText } from "../../runtime/crd/index.js";
import { asksGo } from "../sizes.js";
import { allErrors, hasJudge } from "./answers.js";
import { committedCRDs, type CommittedCRD } from "./committed-crds.js";
import { importedCRDs } from "./imported-crds.js";
import { generateCRDs, peerCases } from "./peer-cases.js";

/** Size from which `kubectl apply` cannot store a CRD in its annotation. */
const limitOfApply = 262_144;

test("every committed CRD follows the rules of Kubernetes and fits into the annotation of kubectl apply", () => {
  const crds = committedCRDs();
  expect(crds.length).toBeGreaterThan(0);
  for (const { path, crd } of crds) {
    expect({ path, errors: crdErrors(crd).map(errorText) }).toEqual({ path, errors: [] });
    expect(JSON.stringify(crd).length, path).toBeLessThan(limitOfApply);
  }
});

/** CRDs from the goldens, from the types of controller-gen's cases, and from imported CRDs. */
async function writtenCRDs(): Promise<readonly CommittedCRD[]> {
  const ofPeers = await Promise.all(
    peerCases().map(async (one) =>
      Object.values((await generateCRDs(one)).crds).map((crd) => ({ path: `controller-gen's case ${one.name}`, crd })),
    ),
  );
  return [...committedCRDs(), ...ofPeers.flat(), ...(await importedCRDs())];
}

test.skipIf(!asksGo || !hasJudge())(
  "Kubernetes refuses no CRD that codegen writes, rules with their types and costs included (needs Go and its module apiextensions-apiserver)",
  async () => {
    const crds = await writtenCRDs();
    expect(crds.length).toBeGreaterThan(50);
    const errors = allErrors(crds.map(({ crd }) => crd));
    expect(errors.length).toBe(crds.length);
    const refused = crds.flatMap(({ path }, at) =>
      (errors[at] ?? []).length > 0 ? [{ path, errors: errors[at] }] : [],
    );
    expect(refused).toEqual([]);
    for (const { path, crd } of crds) expect([path, crdErrors(crd)]).toEqual([path, []]);
  },
);
