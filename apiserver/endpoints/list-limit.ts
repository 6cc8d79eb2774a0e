import { newRequestEntityTooLarge } from "../errors/index.js";

/** Maximum size of an encoded list in a response, in bytes. */
const maxListBytes = 256 * 1024 * 1024;

/**
 * Checks the size of a list before it is encoded completely.
 * @param bytes size of the list so far
 * @throws StatusError 413 for more than `maxListBytes` bytes
 */
export function checkListSize(bytes: number): void {
  if (bytes <= maxListBytes) return;
  throw newRequestEntityTooLarge(
    `the list has more than ${maxListBytes} bytes: read it in parts with limit and continue, or use a selector`,
  );
}

/**
 * Returns the items as a JSON array.
 * @throws StatusError 413 for more than `maxListBytes` characters
 */
export function listString<T>(items: readonly T[], textOf: (item: T) => string): string {
  let size = 0;
  const texts = items.map((item) => {
    const text = textOf(item);
    checkListSize((size += text.length));
    return text;
  });
  return `[${texts.join(",")}]`;
}
