import * as fc from "fast-check";
import type { Subject } from "./types.js";
import { autoFuzz_Subject } from "./zz_generated.fuzz.js";
import { GroupName } from "./zz_generated.register.js";

const known: readonly Pick<Subject, "kind" | "apiGroup">[] = [
  { kind: "ServiceAccount", apiGroup: "" },
  { kind: "User", apiGroup: GroupName },
  { kind: "Group", apiGroup: GroupName },
];

/**
 * Generates subjects that survive all round trips. Their kind is known, or their group can be part
 * of an apiVersion. The user that v1alpha1 converts to a group is excluded.
 */
export function Fuzz_Subject(): fc.Arbitrary<Subject> {
  const other = fc.tuple(fc.constant("Robot"), fc.domain()).map(([kind, apiGroup]) => ({ kind, apiGroup }));
  return fc
    .tuple(autoFuzz_Subject(), fc.oneof(fc.constantFrom(...known), other))
    .map(([subject, of]) => ({ ...subject, ...of }))
    .filter(({ name }) => name !== "*");
}
