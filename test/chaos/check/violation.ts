import type { HistoryRecord } from "../history.js";

/** The rules of the checker. README.md explains why they suffice. */
export const rules = {
  "half-object": "An object is the whole object of one write.",
  "two-contents": "A revision has one content in all responses, lists and events.",
  "unknown-value": "A stored value was sent by a client.",
  "refused-write": "A write that the server refused has no effect.",
  "duplicate-write": "A write takes effect at most once.",
  "wrong-response": "The response to a write contains the object of this write.",
  "lost-write": "An acknowledged write takes effect.",
  "duplicate-create": "A create succeeds only if the object does not exist.",
  "lost-update": "A write with a condition takes effect only on the version that the condition names.",
  resurrected: "A deleted object does not exist again unless a create makes a new one, with a new uid.",
  "wrong-deletion": "A deletion removes the existing version, and a client requested it.",
  "revision-back": "The revision of a write is greater than all revisions that were seen before the write began.",
  "stale-read": "A read returns a state that is not older than the start of the read.",
  "wrong-refusal": "A write is refused because of the state of the object only if the object had this state.",
  "missing-revision": "A list has a revision, which is not older than the requested one.",
  "list-snapshot": "A list contains exactly the objects that existed at its revision, in the order of their names.",
  "page-revision": "All pages of a list have one revision.",
  "watch-gap": "A watch reports all writes after its first revision.",
  "watch-duplicate": "A watch reports a write once.",
  "watch-order": "A watch reports writes in the order of their revisions.",
  "watch-type": "ADDED is the creation of an object, and MODIFIED a change.",
  "watch-stalled": "Each watch reports the last write within the timeout.",
} as const;

export type Rule = keyof typeof rules;

/** A contradiction between the history and a rule. */
export interface Violation {
  readonly rule: Rule;
  readonly message: string;
  /** The records that contradict the rule or each other. */
  readonly records: readonly HistoryRecord[];
}

/** Collects the violations of one history. */
export class Violations {
  readonly all: Violation[] = [];

  add(rule: Rule, message: string, ...records: readonly (HistoryRecord | undefined)[]): void {
    this.all.push({ rule, message, records: records.filter((record) => record !== undefined) });
  }
}
