import { isRecord } from "../util/is-record.js";
import type { ImportEnding } from "../base/symbol.js";
import { unknownKey } from "./suggest.js";
import { configProblems } from "./problem-codes.js";
import type { ProblemHead } from "../base/define-problems.js";

/**
 * Settings in `codegen.config.json` or under the `codegen` key of package.json.
 * docs/codegen.config.schema.json describes them for editors.
 */
export interface Settings {
  readonly $schema?: string;
  /** Folders or globs with API types, relative to the configuration file. */
  readonly paths?: readonly string[];
  /** Path of the file with the text at the top of every generated file. */
  readonly header?: string;
  /** Names of generators to run, and specifiers of modules that export a generator. */
  readonly generators?: readonly string[];
  /**
   * Specifiers of modules that export a generator. These generators run in addition to the selected
   * ones.
   */
  readonly plugins?: readonly string[];
  /** Names of generated files, by the name of the generator and the key of the output. */
  readonly outputs?: { readonly [generator: string]: { readonly [key: string]: string } };
  /** Irregular plurals by kind, such as `{ Fish: "fishes" }`. */
  readonly plurals?: { readonly [kind: string]: string };
  readonly importEnding?: ImportEnding;
  /** Values of options, by the name of the generator and the name of the option. */
  readonly options?: { readonly [generator: string]: { readonly [name: string]: unknown } };
  /** True if warnings count as errors. */
  readonly strict?: boolean;
}

/**
 * A problem in the configuration, at a path of the JSON value. `engine/config/locate.ts` finds its
 * line and column.
 */
export interface SettingProblem extends ProblemHead {
  readonly path: readonly (string | number)[];
  readonly at: "key" | "value";
  readonly message: string;
  readonly hint?: string;
  /**
   * The correction: JSON text to write at the path, or `nothing` to remove the member or element.
   * Absent if no correction is known.
   */
  readonly instead?: "nothing" | { readonly text: string; readonly isExample?: true };
}

type Check = (value: unknown, path: SettingProblem["path"]) => SettingProblem[];

const checks: { readonly [key in keyof Required<Settings>]: Check } = {
  $schema: stringLike("./node_modules/@apimachinery/codegen/docs/codegen.config.schema.json"),
  paths: filled(checkList(stringLike("apis")), "remove the key to use the folder apis"),
  header: stringLike("header.txt"),
  generators: filled(checkGenerators, "remove the key to use all generators"),
  plugins: checkList(stringLike("./plugin.js")),
  outputs: mapOf(
    mapOf(fileName, "names of outputs as keys, and file names as values", { deepcopy: "zz_generated.deepcopy.ts" }),
    "names of generators as keys, and objects as values",
    {
      deepcopy: { deepcopy: "zz_generated.deepcopy.ts" },
    },
  ),
  plurals: mapOf(stringLike("fishes"), "names of kinds as keys, and plurals as values", { Fish: "fishes" }),
  importEnding: oneOf([".js", ".ts", ""]),
  options: mapOf(
    mapOf(() => [], "names of options as keys", { peers: ["apis"] }),
    "names of generators as keys, and objects as values",
    { defaults: { peers: ["apis"] } },
  ),
  strict: checkFlagValue,
};

/** Names of codegen's own generators, for hints. */
export const generatorNames: readonly string[] = [
  ...["applyconfiguration", "client", "conversion", "crd", "deepcopy", "defaults", "fuzz", "informer", "lister"],
  ...["lossy", "openapi", "prerelease-lifecycle", "protobuf", "rbac", "register", "schema", "validation", "webhook"],
];

/** Names of all settings. */
export const settingNames: readonly string[] = Object.keys(checks);

/** Returns all problems in a parsed configuration. */
export function checkSettings(value: unknown): SettingProblem[] {
  if (!isRecord(value)) return wrong([], "an object", { paths: ["apis"] });
  return Object.entries(value).flatMap(([key, part]) => {
    if (isSetting(key)) return checks[key](part, [key]);
    return [unknownKey("config/unknown-key", [key], `unknown key ${JSON.stringify(key)}`, settingNames, value)];
  });
}

/** Reports whether a value is a configuration without problems. */
export function isSettings(value: unknown): value is Settings {
  return checkSettings(value).length === 0;
}

function isSetting(key: string): key is keyof Settings {
  return Object.hasOwn(checks, key);
}

/** Returns a check that accepts a non-empty string. For a number, the proposed fix adds quotes. */
export function stringLike(example: string): Check {
  return (value, path) => {
    if (typeof value === "string" && value !== "") return [];
    return typeof value === "number"
      ? wrong(path, "a string that is not empty", String(value), true)
      : wrong(path, "a string that is not empty", example);
  };
}

/**
 * Checks a list of generators. If the correction is only an example, the hint names all generators.
 */
function checkGenerators(value: unknown, path: SettingProblem["path"]): SettingProblem[] {
  return checkList(stringLike("deepcopy"))(value, path).map((reason) =>
    typeof reason.instead === "object" && reason.instead.isExample === true
      ? { ...reason, hint: `the names of generators are ${generatorNames.join(", ")}` }
      : reason,
  );
}

export function checkFlagValue(value: unknown, path: SettingProblem["path"]): SettingProblem[] {
  if (typeof value === "boolean") return [];
  return value === "true" || value === "false"
    ? wrong(path, "true or false, without quotes", value === "true", true)
    : wrong(path, "true or false", true);
}

function fileName(value: unknown, path: SettingProblem["path"]): SettingProblem[] {
  const fits =
    typeof value === "string" && /^[A-Za-z0-9_-][A-Za-z0-9._-]*\.ts$/.test(value) && !value.endsWith(".d.ts");
  const example = `zz_generated.${String(path.at(-1))}.ts`;
  return fits
    ? []
    : wrong(path, "a file name of letters, digits, `.`, `_` and `-` that ends in .ts, without a folder", example);
}

function oneOf(values: readonly string[]): Check {
  const wanted = `one of ${values.map((value) => JSON.stringify(value)).join(", ")}`;
  return (value, path) => (typeof value === "string" && values.includes(value) ? [] : wrong(path, wanted, values[0]));
}

/**
 * Returns a check that accepts a list whose elements pass `check`. For a value that passes `check`
 * but is not in a list, the proposed fix puts the value into a list.
 */
export function checkList(check: Check, wanted = "a list"): Check {
  return (value, path) => {
    if (Array.isArray(value)) return value.flatMap((part: unknown, index) => check(part, [...path, index]));
    return check(value, path).length === 0 ? wrong(path, wanted, [value], true) : wrong(path, wanted, []);
  };
}

function filled(check: Check, hint: string): Check {
  return (value, path) => {
    if (!Array.isArray(value) || value.length > 0) return check(value, path);
    return wrong(path, "a list that is not empty").map((reason) => ({ ...reason, hint, instead: "nothing" as const }));
  };
}

/**
 * Returns a check that accepts an object whose values pass `check`.
 * @param holds description of the keys and values for messages, such as `names of kinds as
 * keys, and plurals as values`
 */
function mapOf(check: Check, holds: string, example: object): Check {
  return (value, path) => {
    if (isRecord(value)) return Object.entries(value).flatMap(([key, part]) => check(part, [...path, key]));
    return wrong(path, `an object with ${holds}`, example);
  };
}

/**
 * Returns a list with one problem, for a value that is not what `wanted` describes.
 * @param example value of the expected type
 * @param isMeant true if `example` is most likely the value that the user intended
 */
export function wrong(
  path: SettingProblem["path"],
  wanted: string,
  example?: unknown,
  isMeant = false,
): SettingProblem[] {
  const name = path.length === 0 ? "the configuration" : path.join(".");
  const text = JSON.stringify(example);
  const form: Pick<SettingProblem, "hint" | "instead"> =
    example === undefined
      ? {}
      : {
          hint: isMeant ? `did you mean ${text}?` : `for example: ${text}`,
          instead: { text, ...(isMeant ? {} : { isExample: true as const }) },
        };
  return [
    { path, at: "value", ...configProblems.is("config/wrong-value"), message: `${name} must be ${wanted}`, ...form },
  ];
}
