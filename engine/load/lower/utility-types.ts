import type { ts } from "ts-morph";
import { compiler } from "../syntax/compiler.js";
import { literalKeys } from "./literal-keys.js";
import type { LowerScope } from "./scope.js";

const utilities = ["Partial", "Required", "Readonly", "Pick", "Omit"] as const;
export type Utility = (typeof utilities)[number] | "Record";

/**
 * Returns the global utility type to which a reference refers, such as `Partial`; undefined for
 * other references. `Record` counts as a utility type only if its keys are literals.
 */
export function utilityOf(
  names: readonly string[],
  args: readonly ts.TypeNode[],
  scope: LowerScope,
): Utility | undefined {
  const [name = ""] = names;
  if (names.length > 1) return undefined;
  if (name !== "Record" && !utilities.some((utility) => utility === name)) return undefined;
  if (scope.parameters.has(name) || scope.find.name(scope.file, [name]) !== undefined) return undefined;
  if (name !== "Record") return utilities.find((utility) => utility === name);
  const [key] = args;
  return key !== undefined && literalKeys(key, scope) !== undefined ? "Record" : undefined;
}

/** Returns the identifiers in a dotted name. */
export function entityNames(name: ts.EntityName): string[] {
  return compiler.isIdentifier(name) ? [name.text] : [...entityNames(name.left), name.right.text];
}
