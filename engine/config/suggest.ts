import { nearest } from "../util/nearest.js";
import type { CodeOf } from "../base/define-problems.js";
import { configProblems } from "./problem-codes.js";
import type { SettingProblem } from "./settings.js";

/**
 * Returns the correction of an unknown word: the nearest known word as replacement. The correction
 * is the removal of the word if no known word is similar, or if the nearest one is also a key of
 * `siblings`.
 * @param siblings the object in which the word is a key
 */
export function suggest(
  word: string,
  known: Iterable<string>,
  siblings: object = {},
): Required<Pick<SettingProblem, "hint" | "instead">> {
  const names = [...known];
  const removal = `remove ${JSON.stringify(word)}`;
  const meant = nearest(word, names);
  if (meant !== undefined && Object.hasOwn(siblings, meant)) {
    return {
      hint: `did you mean ${JSON.stringify(meant)}? That key exists already: move the value there, and remove this key`,
      instead: "nothing",
    };
  }
  if (meant !== undefined)
    return { hint: `did you mean ${JSON.stringify(meant)}?`, instead: { text: JSON.stringify(meant) } };
  return {
    hint:
      names.length === 0 || names.length > 20
        ? removal
        : `use ${names.length === 1 ? "" : "one of "}${names.join(", ")}; or ${removal}`,
    instead: "nothing",
  };
}

/** Returns the problem for a key at a path of the configuration that is not a known word. */
export function unknownKey(
  code: CodeOf<typeof configProblems>,
  path: SettingProblem["path"],
  message: string,
  known: Iterable<string>,
  siblings?: object,
): SettingProblem {
  const { hint, instead } = suggest(String(path.at(-1)), known, siblings);
  return { path, at: "key", ...configProblems.is(code), message, hint, instead };
}
