import type { PlanInput } from "../../../../engine/generator.js";
import { groupVersionOf, internalVersion } from "../../../../engine/model/group-version.js";
import type { FunctionDeclaration, Package } from "../../../../engine/model/universe.js";
import { parseFunctionName } from "../../../../engine/names.js";
import type { HandWritten } from "../form/api.js";

/** Reads the hand-written functions of served versions that set defaults or convert. */
export function readFunctions(input: PlanInput): readonly HandWritten[] {
  return input.packages.flatMap((pkg) => {
    const groupVersion = groupVersionOf(input.universe, pkg);
    if (!pkg.target || groupVersion === undefined || groupVersion.version === internalVersion) return [];
    return pkg.functions.flatMap((fn): readonly HandWritten[] => {
      const found = roleOf(fn);
      if (found === undefined) return [];
      const { name, position } = fn;
      return [{ ...groupVersion, ...found, name, folder: pkg.id, code: codeOf(input, pkg, fn), position }];
    });
  });
}

function roleOf({ name }: FunctionDeclaration): Pick<HandWritten, "role" | "type"> | undefined {
  const parsed = parseFunctionName(name);
  if (parsed?.kind === "SetDefaults" || parsed?.kind === "SetObjectDefaults")
    return { role: "defaults", type: parsed.rest };
  if (parsed?.kind !== "Convert" && parsed?.kind !== "autoConvert") return undefined;
  return { role: "conversion", type: parsed.readings[0]?.from ?? name };
}

/** Returns the code from a function up to the next declaration of the file. */
function codeOf({ readFile }: PlanInput, pkg: Package, { position }: FunctionDeclaration): string {
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
