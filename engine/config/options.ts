import { posix } from "node:path";
import { askDisk } from "../base/ask.js";
import type { Generator, OptionDefinition } from "../plan/generator.js";
import { expandFolders, folderSettingProblems } from "./folders.js";
import { checkFlagValue, checkList, stringLike, wrong, type SettingProblem, type Settings } from "./settings.js";
import { unknownKey } from "./suggest.js";
import { isInProject } from "../util/is-in-project.js";

type Options = Settings["options"];

/**
 * Returns all problems in the configured options of the generators. A generator without the
 * property `options` accepts all options.
 */
export async function checkOptions(
  root: string,
  generators: Iterable<Generator>,
  options: Options = {},
): Promise<SettingProblem[]> {
  const problems: SettingProblem[] = [];
  for (const { name, options: known } of generators) {
    const given = Object.hasOwn(options, name) ? options[name] : undefined;
    if (given === undefined || known === undefined) continue;
    for (const [key, value] of Object.entries(given)) {
      const path = ["options", name, key];
      const definition = Object.hasOwn(known, key) ? known[key] : undefined;
      problems.push(
        ...(definition === undefined
          ? [
              unknownKey(
                "config/unknown-option",
                path,
                `unknown option ${JSON.stringify(key)} of the generator ${name}`,
                Object.keys(known),
                given,
              ),
            ]
          : await checkValue(root, definition, value, path)),
      );
    }
  }
  return problems;
}

/**
 * Returns the folders that options of generators name. The types in these folders are read even if
 * `paths` does not contain the folders.
 */
export function optionFolders(generators: readonly Generator[], options: Options = {}): string[] {
  return generators.flatMap(({ name, options: known = {} }) =>
    Object.entries(options[name] ?? {}).flatMap(([key, value]) =>
      known[key]?.kind === "folders" && Array.isArray(value) ? value.filter(isText).map(normalise) : [],
    ),
  );
}

async function checkValue(
  root: string,
  { kind, check }: OptionDefinition,
  value: unknown,
  path: SettingProblem["path"],
): Promise<SettingProblem[]> {
  if (kind === "boolean") return checkFlagValue(value, path);
  if (kind === "count") return count(value, path);
  if (kind === "value")
    return (check?.(value) ?? []).flatMap((reason) => wrong([...path, ...reason.path], reason.wanted, reason.example));
  const text = stringLike(kind === "folders" ? "apis" : "text");
  if (kind === "text") return text(value, path);
  if (kind === "file") return fileInside(value, path);
  const problems = checkList(text, kind === "folders" ? "a list of folders" : "a list")(value, path);
  if (kind === "texts" || problems.length > 0 || !Array.isArray(value)) return problems;
  return folderSettingProblems(path, await expandFolders(root, root, value.filter(isText), askDisk));
}

function count(value: unknown, path: SettingProblem["path"]): SettingProblem[] {
  const isCount = typeof value === "number" && Number.isInteger(value) && value >= 0;
  return isCount ? [] : wrong(path, "a whole number, 0 or more", 100);
}

/** Reports a value that is not the path of a file in the project, relative to the root. */
function fileInside(value: unknown, path: SettingProblem["path"]): SettingProblem[] {
  const problems = stringLike("api-violations.list")(value, path);
  if (problems.length > 0 || typeof value !== "string" || isInProject(value)) return problems;
  return wrong(path, "a file in the project, relative to its root", "api-violations.list");
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

function normalise(folder: string): string {
  return posix.normalize(folder.replaceAll("\\", "/")).replace(/(.)\/$/, "$1");
}
