/**
 * Returns an object of 1.3 MB: many labels, of which each is a value of its own when the object is
 * decoded, and a long annotation.
 */
export function largeObject(name: string): object {
  const labels = Object.fromEntries(
    Array.from({ length: 9500 }, (_, index) => [
      `label-${String(index).padStart(8, "0")}-${"k".repeat(30)}`,
      `value-${"v".repeat(50)}-${index}`.slice(0, 60),
    ]),
  );
  return { metadata: { name, labels, annotations: { filling: "x".repeat(250_000) } }, spec: { cost: 1 } };
}

/** Maximum growth of the memory of a server by writes of a large object, in bytes. */
export const maxGrowth = 100_000_000;
