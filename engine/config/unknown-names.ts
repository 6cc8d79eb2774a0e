import type { Universe } from "../model/universe.js";
import type { PlannedUnknownKey } from "../plan/generator.js";
import { isRecord } from "../util/is-record.js";
import { configProblems } from "./problem-codes.js";
import type { SettingProblem, Settings } from "./settings.js";
import { unknownKey } from "./suggest.js";

/** Returns problems for keys in the values of options that refer to nothing. */
export function unknownKeyProblems(
  settings: Settings,
  unknown: readonly PlannedUnknownKey[],
): readonly SettingProblem[] {
  return unknown.map(({ generator, option, key, wanted, known, hint }) => {
    const value = settings.options?.[generator]?.[option];
    const path = ["options", generator, option, key];
    const message = `${JSON.stringify(key)} in options.${generator}.${option} is not ${wanted}`;
    return hint === undefined
      ? unknownKey("config/unknown-name", path, message, known, isRecord(value) ? value : {})
      : { path, at: "key", ...configProblems.is("config/unknown-name"), message, hint };
  });
}

/** Returns problems for plurals of kinds that no folder declares. */
export function unknownPlurals(
  { plurals = {} }: Settings,
  universe: Universe,
  otherNames: ReadonlySet<string>,
): readonly SettingProblem[] {
  const kinds = new Set([
    ...Object.values(universe.packages).flatMap(({ kind, types }) => (kind === "folder" ? Object.keys(types) : [])),
    ...otherNames,
  ]);
  const unknown = Object.keys(plurals).filter((kind) => !kinds.has(kind));
  return unknown.map((kind) => {
    const message = `the plural of ${kind} has no effect: no folder declares the kind`;
    return unknownKey("config/unknown-kind", ["plurals", kind], message, kinds, plurals);
  });
}
