import type { History, Operation } from "../history.js";
import { checkChains } from "./chains.js";
import { Coverage } from "./coverage.js";
import { checkLists } from "./lists.js";
import { orderOf } from "./order.js";
import { RealTime } from "./real-time.js";
import { Timeline } from "./timeline.js";
import { Violations, type Violation } from "./violation.js";
import { checkWatches } from "./watches.js";

export interface Statistics {
  readonly operations: number;
  readonly refused: number;
  readonly unknown: number;
  /** Writes that took effect. */
  readonly writes: number;
  /** Unknown writes that took effect. */
  readonly unknownWrites: number;
  readonly lists: number;
  readonly watches: number;
  readonly events: number;
  /** Watches that ended because the server no longer had the events. */
  readonly expired: number;
  /** Ranges of revisions whose writes may be unknown to the history. */
  readonly gaps: number;
  readonly faults: number;
}

export interface Report {
  readonly violations: readonly Violation[];
  readonly statistics: Statistics;
}

/** Checks a history by all rules. The time is nearly linear in its length. */
export function check(history: History): Report {
  const violations = new Violations();
  const run = history.find((record) => record.type === "run");
  const coverage = new Coverage(history);
  const order = orderOf(history, coverage, violations);
  checkChains(order, coverage, violations);
  const timeline = new Timeline(order, coverage);
  new RealTime(order, timeline, run?.hasMonotonicCaches ?? false, violations).check(history);
  checkLists(history, order, coverage, violations);
  checkWatches(history, order, coverage, violations);
  const operations = history.filter((record) => record.type === "operation");
  const count = (holds: (operation: Operation) => boolean) => operations.filter(holds).length;
  const events = history.filter((record) => record.type === "event");
  return {
    violations: violations.all,
    statistics: {
      operations: operations.length,
      refused: count(({ outcome }) => outcome === "refused"),
      unknown: count(({ outcome }) => outcome === "unknown"),
      writes: order.writes.length,
      unknownWrites: order.writes.filter(({ operation }) => operation?.outcome === "unknown").length,
      lists: count(({ verb, outcome }) => verb === "list" && outcome === "ok"),
      watches: history.filter((record) => record.type === "watch").length,
      events: events.length,
      expired: history.filter((record) => "status" in record && record.status === 410).length,
      gaps: coverage.gaps,
      faults: history.filter((record) => record.type === "fault").length,
    },
  };
}
