import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { CELRuleSchema } from "../../../runtime/cel/index.js";

/** The properties of a CRD that tests read by name. */
export interface CRD {
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly group: string;
    readonly names: { readonly kind: string; readonly plural: string };
    readonly versions: readonly {
      readonly name: string;
      readonly schema?: { readonly openAPIV3Schema?: CELRuleSchema };
    }[];
  };
}

/** Returns the CRDs of known projects. */
export function knownCRDs(): readonly CRD[] {
  return readFileSync(join(import.meta.dirname, "crds.ndjson"), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as CRD);
}
