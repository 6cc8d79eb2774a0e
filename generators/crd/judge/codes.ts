/** Codes of the mistakes in CEL rules, by the texts of Kubernetes. */
const codes: readonly (readonly [detail: RegExp, code: string])[] = [
  [/yntax error/, "cel/syntax"],
  [/undefined field|undeclared reference/, "cel/undeclared"],
  [/compilation failed|instantiation failed/, "cel/type"],
  [/must evaluate to a bool/, "cel/not-boolean"],
  [/estimated rule cost|estimated messageExpression cost/, "cel/cost"],
  [/oldSelf/, "cel/old-self"],
];

/** Returns the code of an error of Kubernetes in a definition, by its text. */
export function codeOfRefusal(detail: string, others = "crd/refused"): string {
  const [, code = others] = codes.find(([text]) => text.test(detail)) ?? [];
  return code;
}
