import { regenerated } from "../cmd/import/regenerated.js";
import { knownCRDs } from "../corpus/crds/crds.js";
import type { CommittedCRD } from "./committed-crds.js";

/** Returns the CRDs of known projects as codegen writes them from their imported types. */
export async function importedCRDs(): Promise<readonly CommittedCRD[]> {
  const { crds } = await regenerated(knownCRDs());
  return crds.map((crd) => ({ path: `imported ${crd.metadata.name}`, crd }));
}
