import type { PlanInput } from "../../engine/plan/generator.js";
import { functionSymbol } from "../../engine/model/functions/function-symbol.js";
import type { SymbolRef } from "../../engine/base/symbol.js";
import type { Problem } from "../../engine/base/problem.js";
import type { Registered } from "../kinds/registered.js";
import { registerProblems } from "../problem-codes/register.js";

/**
 * Returns the AddToScheme function of a folder: the function in the folder's hand-written
 * `register.ts`, or else the generated function. If the hand-written file does not export the
 * function, returns undefined and appends to `problems`.
 */
export function addToScheme(
  input: PlanInput,
  { pkg, handWritten }: Registered,
  problems: Problem[],
): SymbolRef | undefined {
  if (handWritten === undefined) return { symbol: "AddToScheme", from: input.path(pkg.id, "register") };
  const fn = pkg.functions.find(
    ({ name, file, exported }) => name === "AddToScheme" && file === handWritten && exported,
  );
  if (fn !== undefined) return functionSymbol(input.universe, fn);
  problems.push({
    ...registerProblems.is("register/no-add-to-scheme"),
    message: `${handWritten} exports no function AddToScheme, so no kind of ${pkg.id} can be registered`,
    hint: "export function AddToScheme(scheme: Scheme): void { … }\nor remove the file, so that codegen generates the function",
    position: { file: handWritten, line: 1, column: 1 },
  });
  return undefined;
}
