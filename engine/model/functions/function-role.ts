import type { FunctionDeclaration, TypeDeclaration } from "../universe.js";
import type { ProblemHead } from "../../base/define-problems.js";
import type { FunctionName } from "../../base/names.js";
import type { FunctionMistake } from "./function-problems.js";

/**
 * A role that hand-written functions of a package can have. Generated code calls the functions with
 * this role.
 */
export interface FunctionRole {
  /** Returns the generator's problem code for a mistake in such a function. */
  readonly is: (mistake: FunctionMistake) => ProblemHead;
  /** Noun for the functions with this role in messages, such as `copy function`. */
  readonly noun: string;
  /** The prefix of the functions' names: `DeepCopy` in `DeepCopy_Pizza`. */
  readonly kind: Exclude<FunctionName["kind"], "Convert" | "autoConvert" | "autoFuzz">;
  /** Lower-case prefixes by which misspelt names are found: `deepcopy` finds `deepCopyPizza`. */
  readonly spellings: readonly string[];
  /** True if a suffix may follow the type in a function's name: `SetDefaults_Pizza_Extra`. */
  readonly hasQualifiers?: true;
  /** Types by name to which functions of the package can belong. */
  readonly types: ReadonlyMap<string, TypeDeclaration>;
  /** Returns the declaration that a function for a type must have, without its body. */
  signatureOf(type: TypeDeclaration, name: string): string;
  /**
   * Returns the type to which a function belongs; undefined if the function's name and signature do
   * not match this role.
   */
  match(fn: FunctionDeclaration): TypeDeclaration | undefined;
}

/** Returns the name that a function for a type must have: `DeepCopy_Pizza`. */
export function nameFor({ kind }: Pick<FunctionRole, "kind">, type: TypeDeclaration): string {
  return `${kind}_${type.name}`;
}
