import type { Generator } from "../plan/generator.js";
import type { IsOutput } from "./orphans.js";

/**
 * Returns a function that reports whether a file name is a present or former output of a generator.
 */
export function outputNames(
  generators: readonly Generator[],
  configured: { readonly [generator: string]: { readonly [key: string]: string } },
): IsOutput {
  const names = new Map(
    generators.map(({ name, outputs }) => [
      name,
      new Set([...Object.values(outputs), ...Object.values(configured[name] ?? {})]),
    ]),
  );
  return (generator, name) => name.startsWith("zz_generated.") || names.get(generator)?.has(name) === true;
}
