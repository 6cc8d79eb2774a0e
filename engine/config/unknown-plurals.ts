import type { Universe } from "../model/universe.js";
import type { SettingProblem, Settings } from "./settings.js";
import { suggest } from "./suggest.js";
import { configProblems } from "./problem-codes.js";

/** Returns problems of the configuration for plurals of kinds that no folder declares. */
export function unknownPlurals(
  { plurals = {} }: Settings,
  universe: Universe,
  otherNames: ReadonlySet<string>,
): readonly SettingProblem[] {
  const kinds = new Set([
    ...Object.values(universe.packages).flatMap(({ kind, types }) => (kind === "folder" ? Object.keys(types) : [])),
    ...otherNames,
  ]);
  const problems = Object.keys(plurals).filter((kind) => !kinds.has(kind));
  return problems.map((kind) => unknown(kind, kinds, plurals));
}

function unknown(kind: string, kinds: Iterable<string>, plurals: object): SettingProblem {
  return {
    path: ["plurals", kind],
    at: "key",
    ...configProblems.is("config/unknown-kind"),
    message: `the plural of ${kind} has no effect: no folder declares the kind`,
    ...suggest(kind, kinds, plurals),
  };
}
