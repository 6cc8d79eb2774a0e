import { getOwn, isBranch } from "../json/values.js";

/**
 * Returns for each item of a list the item that the client sent for it; undefined for an item that
 * the client did not send. The items can differ in number and order, because functions of the
 * server, such as admission plugins, can insert, remove and move items after decoding.
 * Two items correspond if they have scalar properties in common, and all of these are equal. A sent
 * item without such an item corresponds to the item at the same index, unless that item already has
 * a counterpart. The search is limited by `maxCandidates` and `maxProperties`, so the time is
 * linear in the size of the lists.
 */
export function alignItems(sent: readonly unknown[], items: readonly unknown[]): readonly unknown[] {
  let start = 0;
  while (start < sent.length && start < items.length && isSame(sent[start], items[start])) start++;
  if (start === sent.length && start === items.length) return sent;
  let end = 0;
  const free = Math.min(sent.length, items.length) - start;
  while (end < free && isSame(sent.at(-1 - end), items.at(-1 - end))) end++;
  return [
    ...sent.slice(0, start),
    ...alignOthers(sent.slice(start, sent.length - end), items.slice(start, items.length - end)),
    ...sent.slice(sent.length - end),
  ];
}

/** Maximum number of items with which one sent item is compared. */
const maxCandidates = 16;

/** Maximum number of properties that are used to search for the counterpart of a sent item. */
const maxProperties = 8;

function alignOthers(sent: readonly unknown[], items: readonly unknown[]): readonly unknown[] {
  // Fast path with the same result as the search below: each item has the scalars of the sent item
  // at its index.
  if (sent.length === items.length && sent.every((one, index) => hasScalars(items[index], one))) return sent;
  const aligned = new Array<unknown>(items.length).fill(undefined);
  const isTaken = new Array<boolean>(items.length).fill(false);
  const take = (at: number, one: unknown) => {
    aligned[at] = one;
    isTaken[at] = true;
  };
  const candidatesFor = createSearch(items);
  const left: number[] = [];
  sent.forEach((one, index) => {
    const candidates = candidatesFor(one);
    while (isTaken[candidates.at(-1) ?? -1] === true) candidates.pop();
    const at = candidates.slice(-maxCandidates).findLast((item) => !isTaken[item] && shareScalars(one, items[item]));
    if (at === undefined) left.push(index);
    else take(at, one);
  });
  for (const index of left) if (index < items.length && !isTaken[index]) take(index, sent[index]);
  return aligned;
}

/**
 * Returns a function that searches for items that have a scalar property value in common with a
 * sent item. The search uses only one property of the sent item: the one with the rarest value. The
 * function returns the indexes of the items in descending order.
 */
function createSearch(items: readonly unknown[]): (one: unknown) => number[] {
  const byName = new Map<string, Map<unknown, number[]>>();
  const indexesBy = (name: string): Map<unknown, number[]> => {
    let known = byName.get(name);
    if (known !== undefined) return known;
    byName.set(name, (known = new Map<unknown, number[]>()));
    for (let at = items.length - 1; at >= 0; at--) {
      const item = items[at];
      const value = isBranch(item) ? getOwn(item, name) : undefined;
      if (!isScalar(value)) continue;
      const indexes = known.get(value);
      if (indexes === undefined) known.set(value, [at]);
      else indexes.push(at);
    }
    return known;
  };
  return (one) => {
    let fewest: number[] | undefined;
    if (!isBranch(one)) return [];
    const names = Object.keys(one).filter((name) => isScalar(one[name]));
    for (const name of names.slice(0, maxProperties)) {
      const found = indexesBy(name).get(one[name]);
      if (found !== undefined && (fewest === undefined || found.length < fewest.length)) fewest = found;
    }
    return fewest ?? [];
  };
}

/** Reports whether the scalar properties that both a sent item and an item have are equal. */
function shareScalars(sent: unknown, item: unknown): boolean {
  if (!isBranch(sent) || !isBranch(item)) return false;
  for (const name in sent) {
    const own = sent[name];
    if (!isScalar(own)) continue;
    const value = getOwn(item, name);
    if (value !== undefined && value !== own) return false;
  }
  return true;
}

/** Reports whether an item has all scalar properties of a sent item, with equal values. */
function hasScalars(item: unknown, sent: unknown): boolean {
  if (!isBranch(sent) || !isBranch(item)) return false;
  for (const name in sent) {
    const own = sent[name];
    if (isScalar(own) && getOwn(item, name) !== own) return false;
  }
  return true;
}

/**
 * Reports whether an item has the same scalar properties as a sent item. Zeros that only the item
 * has are ignored, because the server may have added them. Of lists, only the lengths are compared.
 */
function isSame(sent: unknown, item: unknown): boolean {
  if (Array.isArray(sent)) return Array.isArray(item) && sent.length === item.length;
  if (!isBranch(sent) || !isBranch(item) || !shareScalars(sent, item)) return false;
  for (const name in item) if (isFilledScalar(item[name]) && getOwn(sent, name) === undefined) return false;
  return true;
}

function isFilledScalar(value: unknown): boolean {
  return isScalar(value) && Boolean(value) && value !== "0" && value !== "0s";
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}
