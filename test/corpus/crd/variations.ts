import fc from "fast-check";

/** Returns random values that are similar to the given ones. */
export function variations(values: readonly unknown[], count: number, seed: number): unknown[] {
  const texts = values.filter((value) => typeof value === "string");
  const numbers = values.filter((value) => typeof value === "number");
  const lists = values.filter((value): value is readonly unknown[] => Array.isArray(value));
  const kinds = [
    ...(texts.length > 0 ? [textLike(texts)] : []),
    ...(numbers.length > 0 ? [numberLike(numbers)] : []),
    ...(lists.length > 0 ? [fc.array(fc.constantFrom(...lists.flat()), { maxLength: 5 })] : []),
  ];
  return kinds.length === 0 || lists.flat().length + texts.length + numbers.length === 0
    ? []
    : fc.sample(fc.oneof(...(kinds as fc.Arbitrary<unknown>[])), { numRuns: count, seed });
}

function textLike(texts: readonly string[]): fc.Arbitrary<string> {
  const characters = [...new Set(texts.flatMap((text) => Array.from(text))), "0", "é", "🙂", " ", "\u00a0"];
  return fc
    .tuple(
      fc.constantFrom(...texts),
      fc.array(fc.tuple(fc.nat(), fc.nat(2), fc.constantFrom(...characters)), { maxLength: 3 }),
    )
    .map(([text, edits]) => {
      const result = Array.from(text);
      for (const [place, removed, character] of edits)
        result.splice(place % (result.length + 1), Math.min(removed, 1), ...(removed === 1 ? [] : [character]));
      return result.join("");
    });
}

function numberLike(numbers: readonly number[]): fc.Arbitrary<number> {
  const isWhole = numbers.every(Number.isInteger);
  const change = isWhole ? fc.integer({ min: -3, max: 3 }) : fc.constantFrom(0, 1, -1, 0.5, 0.1, 1e-9);
  return fc
    .tuple(fc.constantFrom(...numbers), change)
    .map(([number, by]) => (isWhole ? Math.min(Math.max(number + by, -(2 ** 31)), 2 ** 31 - 1) : number + by));
}
