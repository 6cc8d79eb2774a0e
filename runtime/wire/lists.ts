/**
 * Appends an item to a list, and returns the list. A list of fewer than two items is replaced by a
 * new list, because `push` would reserve memory for 17 items. For documents with many short lists,
 * the garbage collection of this memory would take longer than reading the documents.
 */
export function withItem<T>(list: T[] | undefined, item: T): T[] {
  if (list === undefined || list.length === 0) return [item];
  if (list.length === 1) return [list[0] as T, item];
  list.push(item);
  return list;
}
