import type { History, HistoryRecord, RunEnd, WatchStart, WatchedEvent } from "../history.js";
import type { Coverage } from "./coverage.js";
import type { Order, Write } from "./order.js";
import type { Violations } from "./violation.js";

/** Checks that each watch reports the writes after its first revision in order, each once. */
export function checkWatches(history: History, order: Order, coverage: Coverage, violations: Violations): void {
  const events = new Map<number, WatchedEvent[]>();
  const starts: WatchStart[] = [];
  for (const record of history) {
    if (record.type === "watch" && record.status === 200) {
      starts.push(record);
      events.set(record.watch, []);
    }
    if (record.type === "event") events.get(record.watch)?.push(record);
  }
  // A client that lists again after a 410 continues at the revision of the list.
  const reached = new Map<string, number>();
  for (const record of history)
    if (record.type === "operation" && record.verb === "list" && record.revision !== undefined)
      reached.set(record.client, Math.max(record.revision, reached.get(record.client) ?? 0));
  for (const start of starts) {
    const own = events.get(start.watch) ?? [];
    const last = checkOrder(start, own, violations);
    reached.set(start.client, Math.max(last, reached.get(start.client) ?? 0));
    checkGaps(start, own, last, order, violations);
    for (const event of own) checkType(event, order, coverage, violations);
  }
  const end = history.find((record): record is RunEnd => record.type === "end");
  for (const client of end?.watchers ?? []) {
    if ((reached.get(client) ?? 0) >= (end?.revision ?? 0)) continue;
    violations.add(
      "watch-stalled",
      `the watches of ${client} end at ${reached.get(client) ?? "no revision"}, before the last write at ${end?.revision ?? 0}`,
      starts.findLast((start) => start.client === client),
      end,
    );
  }
}

/** Returns the greatest revision of the watch. */
function checkOrder(start: WatchStart, events: readonly WatchedEvent[], violations: Violations): number {
  let last = start.from;
  let shown: HistoryRecord = start;
  for (const event of events) {
    const isBookmark = event.event === "BOOKMARK";
    if (event.revision < last)
      violations.add("watch-order", `watch ${start.watch}: revision ${event.revision} after ${last}`, shown, event);
    else if (event.revision === last && !isBookmark)
      violations.add("watch-duplicate", `watch ${start.watch}: revision ${last} again`, shown, event);
    if (event.revision >= last) shown = event;
    last = Math.max(last, event.revision);
  }
  return last;
}

function checkGaps(
  start: WatchStart,
  events: readonly WatchedEvent[],
  last: number,
  order: Order,
  violations: Violations,
): void {
  const seen = new Set(events.flatMap(({ object, revision }) => (object === undefined ? [] : [revision])));
  for (const write of order.between(start.from, last)) {
    if (seen.has(write.revision)) continue;
    violations.add(
      "watch-gap",
      `watch ${start.watch} from ${start.from} reports revisions up to ${last}, but not ${nameOf(write)}`,
      start,
      write.evidence,
      events.find(({ revision }) => revision > write.revision),
    );
  }
}

function checkType(event: WatchedEvent, order: Order, coverage: Coverage, violations: Violations): void {
  const { event: type, revision, object } = event;
  if (object === undefined || type === "DELETED") return;
  const before = order.newest(object.name, revision - 1);
  if (coverage.mayHide(before?.revision ?? 0, revision)) return;
  const existed = before?.isDeletion === false;
  if (existed !== (type === "MODIFIED"))
    violations.add(
      "watch-type",
      `revision ${revision} is ${type}, but ${object.name} ${existed ? "existed" : "did not exist"} before it`,
      event,
      before?.evidence,
    );
}

function nameOf({ revision, isDeletion, name, object }: Write): string {
  return `${revision}, ${isDeletion ? "the deletion of" : "the write of"} ${name} with ${object.value}`;
}
