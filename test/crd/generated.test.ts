import { field } from "@apimachinery/runtime";
import { expect, test } from "vitest";
import { committedCRDs } from "./committed-crds.js";
import { crdErrors } from "../../runtime/crd/index.js";

/** Size from which `kubectl apply` cannot store a CRD in its annotation. */
const limitOfApply = 262_144;

test("every committed CRD follows the rules of Kubernetes and fits into the annotation of kubectl apply", () => {
  const crds = committedCRDs();
  expect(crds.length).toBeGreaterThan(0);
  for (const { path, crd } of crds) {
    expect({ path, errors: crdErrors(crd).map((error) => field.errorText(error)) }).toEqual({ path, errors: [] });
    expect(JSON.stringify(crd).length, path).toBeLessThan(limitOfApply);
  }
});
