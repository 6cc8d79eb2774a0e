/**
 * Returns the module specifiers of the imports and re-exports in the code of a file, in their order
 * and with duplicates. The code is not parsed, so a comment or string that looks like an import
 * counts too.
 */
export function specifiersIn(text: string): readonly string[] {
  return [...text.matchAll(/\b(?:from|import)\s*\(?\s*["']([^"'\n]+)["']/g)].flatMap(
    ([, specifier]) => specifier ?? [],
  );
}
