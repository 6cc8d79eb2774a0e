import type { History, HistoryRecord, Operation, Sighting } from "../history.js";
import { leastRevisions, type Order, type Write } from "./order.js";
import type { Timeline } from "./timeline.js";
import type { Violations } from "./violation.js";

/** The greatest revision that was seen so far, with the record that showed it. */
interface Floor {
  readonly revision: number;
  readonly record: HistoryRecord | undefined;
}

/** Lower bounds of the state that an operation may return: those at its start. */
interface Floors {
  /** Greatest revision that any client had seen. */
  readonly seen: Floor;
  /** Greatest revision that a read with resourceVersion=0 through the same server had returned. */
  readonly cached: Floor;
}

const zero: Floor = { revision: 0, record: undefined };

/**
 * Checks the order of revisions against the order in real time. It assigns each operation the least
 * revision at which its result is right and which is not below any revision that was seen before
 * the operation began. README.md explains why this suffices.
 */
export class RealTime {
  readonly #timeline: Timeline;
  readonly #violations: Violations;
  readonly #writes = new Map<Operation, Write>();
  readonly #leastAfter: (position: number) => number;
  readonly #hasMonotonicCaches: boolean;
  readonly #cached = new Map<number, Floor>();
  #seen = zero;

  constructor(order: Order, timeline: Timeline, hasMonotonicCaches: boolean, violations: Violations) {
    this.#timeline = timeline;
    this.#violations = violations;
    this.#hasMonotonicCaches = hasMonotonicCaches;
    this.#leastAfter = leastRevisions(order);
    for (const write of order.writes) if (write.operation !== undefined) this.#writes.set(write.operation, write);
  }

  check(history: History): void {
    const moments: { readonly at: number; readonly pass: () => void }[] = [];
    for (const record of history) {
      if (record.type === "event")
        moments.push({ at: record.at, pass: () => (this.#seen = higher(this.#seen, record.revision, record)) });
      if (record.type !== "operation") continue;
      let floors: Floors = { seen: zero, cached: zero };
      moments.push({ at: record.start, pass: () => (floors = this.#floors(record)) });
      moments.push({
        at: record.end,
        pass: () => {
          this.#finish(record, floors);
        },
      });
    }
    for (const { pass } of moments.sort((a, b) => a.at - b.at)) pass();
  }

  #floors({ server }: Operation): Floors {
    return { seen: this.#seen, cached: this.#cached.get(server) ?? zero };
  }

  #finish(operation: Operation, floors: Floors): void {
    const { verb, outcome } = operation;
    if (verb === "get" && outcome !== "unknown") this.#get(operation, floors);
    else if (verb === "list" && outcome === "ok") this.#list(operation, floors);
    else if (verb !== "list" && outcome === "refused") this.#refused(operation, floors);
    else if (verb !== "get" && verb !== "list") this.#write(operation, floors);
  }

  #write(operation: Operation, { seen }: Floors): void {
    // An unknown write that no record shows has no effect so far.
    const revision = operation.object?.revision ?? this.#writes.get(operation)?.revision;
    if (revision === undefined) return;
    if (revision <= seen.revision)
      this.#violations.add(
        "revision-back",
        `${operation.name ?? ""}: the ${operation.verb} has revision ${revision}, but revision ${seen.revision} was seen before it began`,
        operation,
        seen.record,
      );
    if (operation.outcome === "ok") this.#seen = higher(this.#seen, revision, operation);
  }

  #get(operation: Operation, floors: Floors): void {
    const { object, status } = operation;
    if (object !== undefined) this.#read(operation, floors, (state) => state?.revision === object.revision);
    else if (status === 404) this.#read(operation, floors, (state) => state === undefined);
  }

  #read(operation: Operation, floors: Floors, holds: (state: Sighting | undefined) => boolean): void {
    const { name = "", read, object, end } = operation;
    const isCached = read?.at === "not-older-than";
    const floor = isCached ? this.#cachedFloor(floors, read.revision) : floors.seen;
    const point = this.#timeline.point(name, floor.revision, holds);
    if (point === undefined || point >= this.#leastAfter(end)) {
      const state = object === undefined ? "absent" : `at revision ${object.revision}`;
      this.#violations.add(
        "stale-read",
        `${name} is ${state} in a read that began after revision ${floor.revision} was seen, but it never had this state then`,
        operation,
        floor.record,
      );
      return;
    }
    if (isCached) this.#raiseCached(operation, point);
    this.#seen = higher(this.#seen, isCached ? (object?.revision ?? 0) : point, operation);
  }

  #list(operation: Operation, floors: Floors): void {
    const { revision = 0, read, pageAfter } = operation;
    if (pageAfter === undefined) {
      const isCached = read?.at === "not-older-than";
      const floor = isCached ? this.#cachedFloor(floors, read.revision) : floors.seen;
      if (read?.at === "exactly") {
        if (revision !== read.revision)
          this.#violations.add(
            "missing-revision",
            `the list at exactly ${read.revision} has revision ${revision}`,
            operation,
          );
      } else if (revision < floor.revision)
        this.#violations.add(
          "stale-read",
          `the list has revision ${revision}, but it began after revision ${floor.revision} was seen`,
          operation,
          floor.record,
        );
      if (isCached) this.#raiseCached(operation, revision);
    }
    this.#seen = higher(this.#seen, revision, operation);
  }

  /** Checks a refusal whose reason is the state of the object. */
  #refused(operation: Operation, { seen }: Floors): void {
    const { name = "", verb, status, reason, condition } = operation;
    const point = (holds: (state: Sighting | undefined) => boolean) => this.#timeline.point(name, seen.revision, holds);
    let found: number | undefined = 0;
    if (verb === "create" && reason === "AlreadyExists") found = point((state) => state !== undefined);
    else if (verb !== "create" && status === 404) found = point((state) => state === undefined);
    else if (status === 409 && condition !== undefined)
      found = point(
        (state) =>
          state === undefined ||
          (condition.revision !== undefined && state.revision !== condition.revision) ||
          (condition.uid !== undefined && state.uid !== condition.uid),
      );
    if (found === undefined || found >= this.#leastAfter(operation.end))
      this.#violations.add(
        "wrong-refusal",
        `${name}: the ${verb} was refused (${status ?? 0} ${reason ?? ""}), but the object was in no such state after revision ${seen.revision}`,
        operation,
        seen.record,
      );
    else this.#seen = higher(this.#seen, found, operation);
  }

  #cachedFloor({ cached }: Floors, requested: number): Floor {
    const floor = this.#hasMonotonicCaches ? cached : zero;
    return requested > floor.revision ? { revision: requested, record: undefined } : floor;
  }

  #raiseCached(operation: Operation, revision: number): void {
    const { server } = operation;
    this.#cached.set(server, higher(this.#cached.get(server) ?? zero, revision, operation));
  }
}

function higher(floor: Floor, revision: number, record: HistoryRecord): Floor {
  return revision > floor.revision ? { revision, record } : floor;
}
