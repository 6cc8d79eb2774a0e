/**
 * Returns the module specifiers of the imports and re-exports in a text, one for each, without
 * parsing it. Text in comments and strings that looks like an import counts too.
 */
export function specifiersIn(text: string): readonly string[] {
  return [...text.matchAll(/\b(?:from|import)\s*\(?\s*["']([^"'\n]+)["']/g)].flatMap(
    ([, specifier]) => specifier ?? [],
  );
}
