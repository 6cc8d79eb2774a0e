/**
 * Whether a revision is older than another, where both are numbers, as since KEP-5504 they are to
 * be; false where that is not known. They are compared as texts: they may be larger than what a
 * JavaScript number holds.
 */
export function isOlder(a: string, b: string): boolean {
  if (!number.test(a) || !number.test(b)) return false;
  return a.length === b.length ? a < b : a.length < b.length;
}

const number = /^[1-9]\d*$/;
