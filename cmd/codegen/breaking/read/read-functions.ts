import type { PlanInput } from "../../../../engine/plan/generator.js";
import { groupVersionOf, internalVersion } from "../../../../engine/model/group-version.js";
import type { FunctionDeclaration, Package } from "../../../../engine/model/universe.js";
import { parseFunctionName } from "../../../../engine/base/names.js";
import { orderStrings, type Position } from "../../../../engine/base/problem.js";
import type { HandWrittenCode } from "../form/api.js";

/**
 * Reads the hand-written functions of served versions: defaulting, conversion and validation
 * functions.
 */
export function readFunctions(input: PlanInput): readonly HandWrittenCode[] {
  return input.packages.flatMap((pkg) => {
    const groupVersion = groupVersionOf(input.universe, pkg);
    if (!pkg.target || groupVersion === undefined || groupVersion.version === internalVersion) return [];
    return pkg.functions.flatMap((fn): readonly HandWrittenCode[] => {
      const found = roleOf(fn);
      if (found === undefined) return [];
      const { name, position } = fn;
      return [{ ...groupVersion, ...found, name, folder: pkg.id, code: wholeCodeOf(input, pkg, fn), position }];
    });
  });
}

const validating = "ValidateCustom_";

function roleOf({ name }: FunctionDeclaration): Pick<HandWrittenCode, "role" | "type"> | undefined {
  if (name.startsWith(validating)) return { role: "validation", type: name.slice(validating.length) };
  const parsed = parseFunctionName(name);
  if (parsed?.kind === "SetDefaults" || parsed?.kind === "SetObjectDefaults")
    return { role: "defaults", type: parsed.rest };
  if (parsed?.kind !== "Convert" && parsed?.kind !== "autoConvert") return undefined;
  return { role: "conversion", type: parsed.readings[0]?.from ?? name };
}

/**
 * Returns the source code of a function, and of the functions and constants in its folder that it
 * uses.
 */
function wholeCodeOf(input: PlanInput, pkg: Package, fn: FunctionDeclaration): string {
  const used = new Set([fn]);
  for (const { uses } of used) for (const other of pkg.functions) if (uses.includes(other.name)) used.add(other);
  const constants = pkg.constants.filter(({ name }) => [...used].some(({ uses }) => uses.includes(name)));
  const others = [...used].slice(1);
  const sorted = [...others, ...constants].sort((a, b) => orderStrings(a.name, b.name));
  return [fn, ...sorted].map((declared) => codeOf(input, pkg, declared)).join("\n");
}

/**
 * Returns the source code from a declaration to the next declaration in the file, without comments
 * and white space.
 */
function codeOf({ readFile }: PlanInput, pkg: Package, { position }: { readonly position: Position }): string {
  const declared = [...pkg.functions, ...Object.values(pkg.types), ...pkg.constants];
  const next = declared
    .filter(({ position: other }) => other.file === position.file && other.line > position.line)
    .map(({ position: { line } }) => line);
  const lines = (readFile(position.file) ?? "").split("\n").slice(position.line - 1, Math.min(...next, Infinity) - 1);
  return lines
    .join("\n")
    .replace(/\/\*.*?\*\/|\/\/[^\n]*|\/\*.*$/gs, "")
    .replace(/\s+/g, "");
}
