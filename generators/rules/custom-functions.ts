import type { FunctionDeclaration, TypeDeclaration } from "../../engine/model/universe.js";
import type { TypeNode } from "./node.js";
import type { CheckRule } from "./rule.js";

/** Returns the hand-written functions of a type and its properties. */
export function customFunctions({
  declaration,
  validations,
  fields,
}: TypeNode): readonly { readonly owner: TypeDeclaration; readonly of: FunctionDeclaration }[] {
  const functionsIn = ({ check }: CheckRule): readonly FunctionDeclaration[] => {
    if (check.kind === "custom") return [check.fn];
    if (check.kind === "mode") return check.cases.flatMap(({ rules }) => rules.flatMap(functionsIn));
    return "inner" in check ? functionsIn(check.inner) : [];
  };
  const rules = [validations, ...fields.map((field) => field.validations)].flatMap((one) => one.rules);
  return rules.flatMap(functionsIn).map((of) => ({ owner: declaration, of }));
}
