import type { ProblemHead } from "../../../engine/base/define-problems.js";
import { celProblems, crdProblems } from "../../problem-codes/crd.js";

/** Codes of mistakes in CEL rules, by a pattern of the error message from Kubernetes. */
const heads: readonly (readonly [detail: RegExp, head: ProblemHead])[] = [
  [/yntax error/, celProblems.is("cel/syntax")],
  [/undefined field|undeclared reference/, celProblems.is("cel/undeclared")],
  [/compilation failed|instantiation failed/, celProblems.is("cel/type")],
  [/must evaluate to a bool/, celProblems.is("cel/not-boolean")],
  [/estimated rule cost|estimated messageExpression cost/, celProblems.is("cel/cost", "error")],
  [/oldSelf/, celProblems.is("cel/old-self")],
];

/**
 * Returns the problem code for an error that Kubernetes reports for a definition, by the error
 * message. Returns `other` if the message matches no pattern.
 */
export function headOfRefusal(detail: string, other = crdProblems.is("crd/refused")): ProblemHead {
  const [, head = other] = heads.find(([text]) => text.test(detail)) ?? [];
  return head;
}
