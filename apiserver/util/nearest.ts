/** Returns the known name that is most similar to `name`; undefined if no name is similar. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const bound = Math.max(1, Math.floor(name.length / 3));
  let best: string | undefined;
  let least = bound + 1;
  for (const candidate of known) {
    const edits = distance(name, candidate);
    if (edits < least) [best, least] = [candidate, edits];
  }
  return best;
}

/**
 * Returns the edit distance of two names: the least number of letters to insert, remove or replace.
 */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] as number) + 1, (next[j - 1] as number) + 1));
    }
    row = next;
  }
  return row[b.length] as number;
}
