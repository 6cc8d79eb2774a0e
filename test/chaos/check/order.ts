import type { History, HistoryRecord, Operation, Sighting } from "../history.js";
import type { Coverage } from "./coverage.js";
import { firstIndex } from "./first-index.js";
import type { Violations } from "./violation.js";

/** A write that took effect, at its place in the total order. */
export interface Write {
  readonly revision: number;
  readonly name: string;
  readonly isDeletion: boolean;
  /** The object; for a deletion, the object before it. */
  readonly object: Sighting;
  /** The record that showed the write first. */
  readonly evidence: HistoryRecord;
  /** The request of the write; undefined if it cannot be identified. */
  operation?: Operation;
  /** True if a record other than the response to the write shows it. */
  isConfirmed: boolean;
}

/** The writes that took effect, by revision. */
export class Order {
  /** All writes, in the order of their revisions. */
  readonly writes: readonly Write[];
  /** The writes of each object, in the order of their revisions. */
  readonly byName: ReadonlyMap<string, readonly Write[]>;

  constructor(writes: readonly Write[]) {
    this.writes = writes.toSorted((a, b) => a.revision - b.revision);
    const byName = new Map<string, Write[]>();
    for (const write of this.writes) {
      const own = byName.get(write.name);
      if (own === undefined) byName.set(write.name, [write]);
      else own.push(write);
    }
    this.byName = byName;
  }

  /** Returns the newest write of an object at a revision. */
  newest(name: string, revision: number): Write | undefined {
    const own = this.byName.get(name) ?? [];
    return own[after(own, revision) - 1];
  }

  /** Returns the writes with revisions above `from` and up to `to`. */
  between(from: number, to: number): readonly Write[] {
    return this.writes.slice(after(this.writes, from), after(this.writes, to));
  }
}

/** Returns the index of the first write above a revision. */
function after(sorted: readonly Write[], revision: number): number {
  return firstIndex(sorted, (write) => write.revision > revision);
}

/**
 * Collects all writes that any record shows, and assigns them to requests. Reports objects that no
 * request explains, and acknowledged writes that have no effect.
 */
export function orderOf(history: History, coverage: Coverage, violations: Violations): Order {
  const writes = new Map<number, Write>();
  const see = (record: HistoryRecord, object: Sighting, isDeletion: boolean, isConfirmed: boolean) => {
    if (object.damage !== undefined)
      violations.add("half-object", `${object.name} at ${object.revision}: ${object.damage}`, record);
    const known = writes.get(object.revision);
    if (known === undefined)
      writes.set(object.revision, {
        revision: object.revision,
        name: object.name,
        isDeletion,
        object,
        evidence: record,
        isConfirmed,
      });
    else if (known.isDeletion !== isDeletion || !isSame(known.object, object))
      violations.add(
        "two-contents",
        `revision ${object.revision} is ${described(known.isDeletion, known.object)}, and ${described(isDeletion, object)}`,
        known.evidence,
        record,
      );
    else known.isConfirmed ||= isConfirmed;
  };
  for (const record of history) {
    if (record.type === "event" && record.object !== undefined)
      see(record, record.object, record.event === "DELETED", true);
    if (record.type !== "operation") continue;
    for (const item of record.items ?? []) see(record, item, false, true);
    if (record.object !== undefined) see(record, record.object, false, record.verb === "get");
  }
  const operations = history.filter((record) => record.type === "operation");
  assignWrites([...writes.values()], operations, violations);
  assignDeletions(new Order([...writes.values()]), operations, coverage, violations);
  for (const write of writes.values()) {
    if (write.isConfirmed || coverage.mayHide(write.revision - 1, write.revision + 1)) continue;
    violations.add(
      "lost-write",
      `${write.name}: the write of ${write.object.value} was acknowledged with revision ${write.revision}, but no watch reports it`,
      write.evidence,
    );
    writes.delete(write.revision);
  }
  return new Order([...writes.values()]);
}

/** Assigns creates, updates and patches by the texts that they stored. */
function assignWrites(writes: readonly Write[], operations: readonly Operation[], violations: Violations): void {
  const byValue = new Map(
    operations.flatMap((each) => (each.value === undefined ? [] : [[each.value, each] as const])),
  );
  const found = new Map<string, Write>();
  for (const write of writes.filter(({ isDeletion }) => !isDeletion)) {
    const { value } = write.object;
    const operation = byValue.get(value);
    if (operation?.name !== write.name) {
      violations.add(
        "unknown-value",
        `${write.name} has ${JSON.stringify(value)}, which no client sent`,
        write.evidence,
      );
      continue;
    }
    write.operation = operation;
    if (operation.outcome === "refused")
      violations.add("refused-write", `${write.name} has ${value}, whose write was refused`, operation, write.evidence);
    const other = found.get(value);
    if (other !== undefined)
      violations.add(
        "duplicate-write",
        `${value} was sent once, and stored with the revisions ${other.revision} and ${write.revision}`,
        operation,
        other.evidence,
        write.evidence,
      );
    found.set(value, write);
  }
  for (const operation of operations) {
    const { outcome, value, object, name = "" } = operation;
    if (outcome === "ok" && value !== undefined && object?.value !== value)
      violations.add("wrong-response", `${name}: the response to the write of ${value} has another object`, operation);
  }
}

/**
 * Assigns deletions to requests by the uid of the object. An object can be deleted once, so the
 * acknowledged request is the one that deleted it.
 */
function assignDeletions(
  order: Order,
  operations: readonly Operation[],
  coverage: Coverage,
  violations: Violations,
): void {
  const requests = new Map<string, Operation[]>();
  for (const operation of operations) {
    const { verb, outcome, name = "", condition } = operation;
    if (verb !== "delete" || outcome === "refused") continue;
    const key = keyOf(name, condition?.uid);
    const others = requests.get(key);
    if (others === undefined) requests.set(key, [operation]);
    else others.push(operation);
  }
  const deleted = new Set<string>();
  for (const write of order.writes.filter(({ isDeletion }) => isDeletion)) {
    const key = keyOf(write.name, write.object.uid);
    deleted.add(key);
    const candidates = requests.get(key) ?? [];
    const before = order.newest(write.name, write.revision - 1)?.revision;
    const fits = ({ condition }: Operation) => condition?.revision === undefined || condition.revision === before;
    // If several requests may have deleted the object, the write began with the first of them.
    const operation = candidates.find(({ outcome }) => outcome === "ok") ?? candidates.find(fits) ?? candidates[0];
    if (operation !== undefined) write.operation = operation;
    else
      violations.add(
        "wrong-deletion",
        `no client deleted ${write.name} with uid ${write.object.uid}, but revision ${write.revision} does`,
        write.evidence,
      );
  }
  const laterWrites = leastRevisions(order);
  for (const [key, candidates] of requests) {
    const [first, second] = candidates.filter(({ outcome }) => outcome === "ok");
    if (second !== undefined)
      violations.add("wrong-deletion", `two requests deleted the same object ${first?.name ?? ""}`, first, second);
    if (first === undefined || deleted.has(key)) continue;
    const own = order.byName.get(first.name ?? "") ?? [];
    const index = own.findLastIndex(({ object }) => object.uid === first.condition?.uid);
    const last = own[index];
    const before = Math.min(own[index + 1]?.revision ?? Infinity, laterWrites(first.end));
    if (last !== undefined && !coverage.mayHide(last.revision, before))
      violations.add(
        "lost-write",
        `the deletion of ${last.name} was acknowledged, but no watch reports it`,
        first,
        last.evidence,
      );
  }
}

function keyOf(name: string, uid = ""): string {
  return `${name} ${uid}`;
}

/** Returns a function that returns the least revision of the writes that began after a position. */
export function leastRevisions({ writes }: Order): (position: number) => number {
  const sorted = writes
    .flatMap(({ operation, revision }) =>
      operation === undefined ? [] : [{ start: operation.start, least: revision }],
    )
    .sort((a, b) => a.start - b.start);
  for (let index = sorted.length - 2; index >= 0; index--) {
    const each = sorted[index] as { least: number };
    each.least = Math.min(each.least, sorted[index + 1]?.least ?? Infinity);
  }
  return (position) => sorted[firstIndex(sorted, ({ start }) => start > position)]?.least ?? Infinity;
}

function isSame(a: Sighting, b: Sighting): boolean {
  return a.name === b.name && a.value === b.value && a.uid === b.uid && a.digest === b.digest;
}

function described(isDeletion: boolean, { name, value, uid, digest }: Sighting): string {
  return `${isDeletion ? "the deletion of " : ""}${name} with ${value}, uid ${uid} and digest ${digest}`;
}
