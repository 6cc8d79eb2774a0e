/**
 * Appends an item to a list, and returns the list. A list of fewer than two items is replaced by a
 * new list, because `push` would reserve memory for 17 items. With many short lists, collecting
 * this garbage would take longer than reading the document.
 */
export function withItem<T>(list: T[] | undefined, item: T): T[] {
  if (list === undefined || list.length === 0) return [item];
  if (list.length === 1) return [list[0] as T, item];
  list.push(item);
  return list;
}
