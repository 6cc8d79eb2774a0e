import type { TypeDeclaration } from "../../engine/model/universe.js";
import type { Problem } from "../../engine/problem.js";
import { byPosition, rulesOf } from "../validation/crd/unenforced-rules.js";
import type { CustomKind } from "./kinds.js";

/**
 * Returns one warning for a kind whose types have CEL rules. Types and costs of their expressions
 * are not checked. The position is the first rule.
 */
export function uncheckedRules({ kind }: CustomKind, types: Iterable<TypeDeclaration>): readonly Problem[] {
  // A rule has as many markers as it has properties: cel[0]:rule, cel[0]:message.
  const rules = [...new Set(types)]
    .flatMap(rulesOf)
    .filter(({ name }) => !/:(?:message|messageExpression|reason|fieldPath|optionalOldSelf)$/.test(name));
  const [first] = rules.toSorted(byPosition);
  if (first === undefined) return [];
  const count = rules.length === 1 ? "the CEL rule" : `the ${String(rules.length)} CEL rules`;
  return [
    {
      code: "cel/unchecked",
      severity: "warning",
      message: `${count} of ${kind} ${rules.length === 1 ? "is" : "are"} checked without types and costs: a cluster can still refuse the CustomResourceDefinition`,
      hint: "kubectl apply --dry-run=server -f generated/crds asks a cluster",
      position: first.position,
    },
  ];
}
