import { join } from "node:path";
import { generate, goldenCase, workFolder } from "../golden/cases.js";

/**
 * Functions of a generated file, by name. TypeScript does not know their parameter types, so tests
 * can pass values of any type.
 */
export type GoldenModule = Readonly<Record<string, (value: never) => unknown>>;

/** Generates a golden case and imports one of its files. */
export async function importGolden(name: string, path: string): Promise<GoldenModule> {
  const work = join(`${workFolder}-values`, name);
  const { problems, failed } = await generate(goldenCase(name, work));
  if (failed) throw new Error(problems);
  return (await import(join(work, path))) as GoldenModule;
}

/** Calls a generated function with a JSON value. */
export function call<T>(module: GoldenModule, name: string, value: T): T {
  const fn = module[name] as ((value: T) => T) | undefined;
  if (fn === undefined) throw new Error(`no function ${name}`);
  return fn(value);
}
