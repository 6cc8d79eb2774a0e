import { posix } from "node:path";
import type { Generator, OptionDefinition } from "../generator.js";
import { nearest } from "../nearest.js";
import { expandFolders } from "./folders.js";
import type { Fault, Settings } from "./settings.js";

type Options = Settings["options"];

/** @returns every fault of the options of these generators; a generator that does not list its options takes any */
export async function checkOptions(root: string, generators: Iterable<Generator>, options: Options = {}): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const { name, options: known } of generators) {
    const given = Object.hasOwn(options, name) ? options[name] : undefined;
    if (given === undefined || known === undefined) continue;
    for (const [key, value] of Object.entries(given)) {
      const path = ["options", name, key];
      const definition = Object.hasOwn(known, key) ? known[key] : undefined;
      faults.push(...(definition === undefined ? [unknownOption(name, Object.keys(known), path)] : await checkValue(root, definition, value, path)));
    }
  }
  return faults;
}

/** The folders that options name: they are read, whatever `paths` says. */
export function optionFolders(generators: readonly Generator[], options: Options = {}): string[] {
  return generators.flatMap(({ name, options: known = {} }) =>
    Object.entries(options[name] ?? {}).flatMap(([key, value]) => (known[key]?.kind === "folders" && Array.isArray(value) ? value.filter(isText).map(normalise) : [])),
  );
}

async function checkValue(root: string, { kind }: OptionDefinition, value: unknown, path: Fault["path"]): Promise<Fault[]> {
  if (kind === "boolean") return typeof value === "boolean" ? [] : [wrong(path, "true or false")];
  if (kind === "text") return isText(value) ? [] : [wrong(path, "a text that is not empty")];
  if (!Array.isArray(value)) return [wrong(path, kind === "folders" ? "a list of folders" : "a list")];
  const faults = value.flatMap((part: unknown, index) => (isText(part) ? [] : [wrong([...path, index], "a text that is not empty")]));
  if (kind === "texts" || faults.length > 0) return faults;
  const { faults: missing } = await expandFolders(root, root, value.filter(isText));
  return missing.map(({ index, message, hint }) => ({
    path: [...path, index],
    at: "value",
    code: "config/no-such-folder",
    message,
    ...(hint === undefined ? {} : { hint }),
  }));
}

function unknownOption(generator: string, known: readonly string[], path: readonly string[]): Fault {
  const key = path[path.length - 1] ?? "";
  const meant = nearest(key, known);
  const list = known.length === 0 ? "it has none: remove the key" : `known options: ${known.join(", ")}`;
  return {
    path,
    at: "key",
    code: "config/unknown-option",
    message: `the generator ${generator} has no option ${JSON.stringify(key)}`,
    hint: meant === undefined ? list : `did you mean ${JSON.stringify(meant)}?`,
  };
}

function wrong(path: Fault["path"], wanted: string): Fault {
  return { path, at: "value", code: "config/wrong-value", message: `${path.join(".")} must be ${wanted}` };
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

function normalise(folder: string): string {
  return posix.normalize(folder.replaceAll("\\", "/")).replace(/(.)\/$/, "$1");
}
