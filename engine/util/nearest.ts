/**
 * Returns the known word that is most similar to a misspelt word; undefined if none is similar
 * enough.
 */
export function nearest(word: string, known: Iterable<string>): string | undefined {
  const wanted = word.toLowerCase();
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(word.length / 3)) + 1;
  for (const candidate of known) {
    const distance = editDistance(wanted, candidate.toLowerCase());
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/**
 * Returns all known words, sorted by their similarity to a misspelt word, with the most similar
 * first.
 */
export function nearestFirst(word: string, known: readonly string[]): string[] {
  const wanted = word.toLowerCase();
  const distances = new Map(known.map((candidate) => [candidate, editDistance(wanted, candidate.toLowerCase())]));
  return [...known].sort((a, b) => (distances.get(a) ?? 0) - (distances.get(b) ?? 0));
}

/**
 * Returns the number of edits between two words. An edit inserts, deletes or replaces a letter, or
 * swaps two neighbouring letters.
 */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      let cost = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      );
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        cost = Math.min(cost, (beforeLast[column - 2] ?? 0) + 1);
      }
      current.push(cost);
    }
    beforeLast = last;
    last = current;
  }
  return last[b.length] ?? a.length;
}
