import type { FunctionDeclaration, TypeDeclaration } from "../universe.js";
import type { ProblemHead } from "../../base/define-problems.js";
import type { FunctionName } from "../../base/names.js";
import type { FunctionMistake } from "./function-problems.js";

/**
 * A role of hand-written functions in one package. Generated code calls the functions that have the
 * role.
 */
export interface FunctionRole {
  /** Returns the generator's code for a mistake in such a function. */
  readonly is: (mistake: FunctionMistake) => ProblemHead;
  /** Noun for these functions in messages: `copy function`. */
  readonly noun: string;
  /** First part of the functions' names: `DeepCopy` in `DeepCopy_Pizza`. */
  readonly kind: Exclude<FunctionName["kind"], "Convert" | "autoConvert" | "autoFuzz">;
  /** Lower-case prefixes that identify misspelled names: `deepcopy` for `deepCopyPizza`. */
  readonly spellings: readonly string[];
  /** True if a qualifier may follow the type in a name: `SetDefaults_Pizza_Extra`. */
  readonly hasQualifiers?: true;
  /** Types that the package's functions can belong to, by name. */
  readonly types: ReadonlyMap<string, TypeDeclaration>;
  /** Returns the declaration of a function for a type, without its body. */
  signatureOf(type: TypeDeclaration, name: string): string;
  /**
   * Returns the type that a function belongs to; undefined if the function's name and signature do
   * not match.
   */
  match(fn: FunctionDeclaration): TypeDeclaration | undefined;
}

/** Returns the name of the function for a type: `DeepCopy_Pizza`. */
export function nameFor({ kind }: Pick<FunctionRole, "kind">, type: TypeDeclaration): string {
  return `${kind}_${type.name}`;
}
