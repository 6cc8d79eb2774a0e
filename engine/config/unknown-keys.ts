import type { PlannedUnknownKey } from "../plan/generator.js";
import type { SettingProblem, Settings } from "./settings.js";
import { isRecord } from "../util/is-record.js";
import { suggest } from "./suggest.js";
import { configProblems } from "./problem-codes.js";

/**
 * Returns problems of the configuration for keys that refer to nothing. The keys are in the values
 * of options.
 */
export function unknownKeyProblems(
  settings: Settings,
  unknown: readonly PlannedUnknownKey[],
): readonly SettingProblem[] {
  return unknown.map(({ generator, option, key, wanted, known, hint }) => {
    const value = settings.options?.[generator]?.[option];
    return {
      path: ["options", generator, option, key],
      at: "key",
      ...configProblems.is("config/unknown-name"),
      message: `${JSON.stringify(key)} in options.${generator}.${option} is not ${wanted}`,
      ...(hint === undefined ? suggest(key, known, isRecord(value) ? value : {}) : { hint }),
    };
  });
}
