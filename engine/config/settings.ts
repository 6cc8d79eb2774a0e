import { nearest } from "../nearest.js";
import type { ImportEnding } from "../print/specifier.js";

/** What `codegen.config.json` or the `codegen` key of package.json may say; docs/codegen.config.schema.json describes it for editors. */
export interface Settings {
  readonly $schema?: string;
  /** Folders or globs, relative to the file. */
  readonly paths?: readonly string[];
  /** The file whose text starts every generated file. */
  readonly header?: string;
  /** Names of generators, and modules that export one. */
  readonly generators?: readonly string[];
  /** Modules that export a generator, beside the selected ones. */
  readonly plugins?: readonly string[];
  /** File names by generator and output key. */
  readonly outputs?: { readonly [generator: string]: { readonly [key: string]: string } };
  /** Plurals by kind, where English is irregular. */
  readonly plurals?: { readonly [kind: string]: string };
  readonly importEnding?: ImportEnding;
  /** What a generator wants to know, by its name. */
  readonly options?: { readonly [generator: string]: { readonly [name: string]: unknown } };
  /** Warnings are errors. */
  readonly strict?: boolean;
}

/** A fault at a place in the JSON value; `engine/config/locate.ts` finds the line. */
export interface Fault {
  readonly path: readonly (string | number)[];
  readonly at: "key" | "value";
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
  /** The JSON text to write at the place. */
  readonly instead?: string;
  /** Absent: an error. */
  readonly severity?: "warning" | "info";
}

type Check = (value: unknown, path: Fault["path"]) => Fault[];

const checks: { readonly [key in keyof Required<Settings>]: Check } = {
  $schema: text,
  paths: filled(listOf(text), "remove the key for the folder apis"),
  header: text,
  generators: filled(listOf(text), "remove the key for all generators"),
  plugins: listOf(text),
  outputs: mapOf(mapOf(fileName)),
  plurals: mapOf(text),
  importEnding: oneOf([".js", ".ts", ""]),
  options: mapOf(mapOf(() => [])),
  strict: (value, path) => (typeof value === "boolean" ? [] : wrong(path, "true or false")),
};

/** The keys that a configuration may have. */
export const settingNames: readonly string[] = Object.keys(checks);

/** @returns every fault of a parsed configuration */
export function checkSettings(value: unknown): Fault[] {
  if (!isRecord(value)) return wrong([], "an object");
  return Object.entries(value).flatMap(([key, part]) => {
    if (isSetting(key)) return checks[key](part, [key]);
    const meant = nearest(key, settingNames);
    return [
      {
        path: [key],
        at: "key" as const,
        code: "config/unknown-key",
        message: `the configuration has no key ${JSON.stringify(key)}`,
        hint: meant === undefined ? `known keys: ${settingNames.join(", ")}` : `did you mean ${JSON.stringify(meant)}?`,
        ...(meant === undefined ? {} : { instead: JSON.stringify(meant) }),
      },
    ];
  });
}

/** Whether `checkSettings` found nothing. */
export function isSettings(value: unknown): value is Settings {
  return checkSettings(value).length === 0;
}

function isSetting(key: string): key is keyof Settings {
  return Object.hasOwn(checks, key);
}

export function isRecord(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function text(value: unknown, path: Fault["path"]): Fault[] {
  return typeof value === "string" && value !== "" ? [] : wrong(path, "a text that is not empty");
}

function fileName(value: unknown, path: Fault["path"]): Fault[] {
  const fits = typeof value === "string" && /^[A-Za-z0-9_-][A-Za-z0-9._-]*\.ts$/.test(value) && !value.endsWith(".d.ts");
  return fits ? [] : wrong(path, "a file name of letters, digits, `.`, `_` and `-` that ends in .ts, without a folder");
}

function oneOf(values: readonly string[]): Check {
  const wanted = `one of ${values.map((value) => JSON.stringify(value)).join(", ")}`;
  return (value, path) => (typeof value === "string" && values.includes(value) ? [] : wrong(path, wanted));
}

function listOf(check: Check): Check {
  return (value, path) =>
    Array.isArray(value) ? value.flatMap((part: unknown, index) => check(part, [...path, index])) : wrong(path, "a list");
}

function filled(check: Check, hint: string): Check {
  return (value, path) => (Array.isArray(value) && value.length === 0 ? wrong(path, "a list that is not empty").map((fault) => ({ ...fault, hint })) : check(value, path));
}

function mapOf(check: Check): Check {
  return (value, path) =>
    isRecord(value) ? Object.entries(value).flatMap(([key, part]) => check(part, [...path, key])) : wrong(path, "an object");
}

function wrong(path: Fault["path"], wanted: string): Fault[] {
  const name = path.length === 0 ? "the configuration" : path.join(".");
  return [{ path, at: "value", code: "config/wrong-value", message: `${name} must be ${wanted}` }];
}
