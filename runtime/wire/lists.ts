/**
 * Returns a list with one more item. A list that grows by `push` has space for 17 items, so that
 * the garbage of many short lists would take longer to collect than to read.
 */
export function withItem<T>(list: T[] | undefined, item: T): T[] {
  if (list === undefined || list.length === 0) return [item];
  if (list.length === 1) return [list[0] as T, item];
  list.push(item);
  return list;
}
