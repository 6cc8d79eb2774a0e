/**
 * Reports whether revision `a` is older than revision `b`. Returns false if one of them is not a
 * decimal number. Revisions are decimal numbers since KEP-5504. They are compared as strings,
 * because they can exceed the safe integers of JavaScript.
 */
export function isOlder(a: string, b: string): boolean {
  if (!number.test(a) || !number.test(b)) return false;
  return a.length === b.length ? a < b : a.length < b.length;
}

const number = /^[1-9]\d*$/;
