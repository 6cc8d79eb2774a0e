import { describe, expect, test } from "vitest";
import { HistoryBuilder, version } from "../history-builder.js";
import { check } from "./check.js";

/** Returns the rules that a history violates, without repetitions. */
function violated(builder: HistoryBuilder): readonly string[] {
  return [...new Set(check(builder.history).violations.map(({ rule }) => rule))];
}

const a1 = version("a", 1, "v1");
const a2 = version("a", 2, "v2");
const a3 = version("a", 3, "v3");
const b2 = version("b", 2, "w2");
const b3 = version("b", 3, "w3");
/** The deletion of a version at a later revision. */
const gone = (object: typeof a1, revision: number) => ({ ...object, revision });

/** A history in which a create and an update were acknowledged and watched. */
const twoWrites = () =>
  new HistoryBuilder()
    .put("create", a1)
    .put("update", a2, { condition: { revision: 1, uid: "uid-a" } })
    .watch(0, ["ADDED", a1], ["MODIFIED", a2]);

/**
 * Adds a watched write. Without it, a write after the last event could explain an absent object.
 */
const followed = (builder: HistoryBuilder) => builder.put("create", b3).watch(2, ["ADDED", b3]);

describe("a correct history has no violation", () => {
  test.each<[string, HistoryBuilder]>([
    ["writes, reads, lists and watches one after another", twoWrites().get("a", a2).list(2, [a2]).end(2)],
    [
      "a deletion and a new object with the same name",
      new HistoryBuilder()
        .put("create", a1)
        .delete("a", "uid-a")
        .get("a", undefined)
        .list(2, [])
        .put("create", version("a", 3, "v3", "new"))
        .watch(0, ["ADDED", a1], ["DELETED", gone(a1, 2)], ["ADDED", version("a", 3, "v3", "new")]),
    ],
    [
      "an unknown write that takes effect later, and one that never does",
      new HistoryBuilder()
        .put("create", a1)
        .operation({ verb: "update", name: "a", value: "v3", condition: { revision: 2 } }, { outcome: "unknown" })
        .operation({ verb: "update", name: "a", value: "never", condition: { revision: 1 } }, { outcome: "unknown" })
        .get("a", a1)
        .operation({ verb: "patch", name: "a", value: "v2" }, { outcome: "unknown" })
        .get("a", a3)
        .watch(0, ["ADDED", a1], ["MODIFIED", a2], ["MODIFIED", a3]),
    ],
    [
      "a get that overlaps an update returns the version before or after it",
      twoWrites().get("a", a1, { start: 3.1, end: 3.2 }).get("a", a2, { start: 3.3, end: 3.4 }),
    ],
    [
      "a read with resourceVersion=0 is older than the newest write",
      twoWrites().get("a", a1, { read: { at: "not-older-than", revision: 0 } }),
    ],
    [
      "pages of one list have its revision while writes continue",
      new HistoryBuilder()
        .put("create", a1)
        .put("create", b2)
        .list(2, [a1], { hasMore: true })
        .put("update", b3, { condition: { revision: 2 } })
        .list(2, [b2], { pageAfter: 5 })
        .watch(0, ["ADDED", a1], ["ADDED", b2], ["MODIFIED", b3]),
    ],
    [
      "a list whose second page failed",
      new HistoryBuilder()
        .put("create", a1)
        .put("create", b2)
        .list(2, [a1], { hasMore: true })
        .watch(0, ["ADDED", a1], ["ADDED", b2]),
    ],
    [
      "watches that continue after the last revision, with bookmarks",
      twoWrites().watch(1, ["MODIFIED", a2], ["BOOKMARK", 7]).watch(7, ["BOOKMARK", 7]),
    ],
    [
      "a watch that begins again after lost events may miss a deletion",
      new HistoryBuilder()
        .put("create", a1)
        .watch(0, ["ADDED", a1])
        .delete("a", "uid-a")
        .get("a", undefined)
        .list(5, [])
        .put("create", version("a", 6, "v6", "new"))
        .watch(5, ["ADDED", version("a", 6, "v6", "new")]),
    ],
    [
      "an object that a missing deletion removed is absent in later reads",
      new HistoryBuilder()
        .put("create", a1)
        .watch(0, ["ADDED", a1])
        .delete("a", "uid-a")
        .put("create", version("b", 6, "w6"))
        .get("a", undefined)
        .put("create", version("a", 7, "v7", "new"))
        .watch(5, ["ADDED", version("b", 6, "w6")], ["ADDED", version("a", 7, "v7", "new")]),
    ],
    [
      "an unknown deletion, of which several requests are possible",
      twoWrites()
        .delete("a", "uid-a", { outcome: "unknown", condition: { uid: "uid-a", revision: 1 } })
        .delete("a", "uid-a", { outcome: "unknown" })
        .watch(2, ["DELETED", gone(a2, 3)]),
    ],
    [
      "refusals because of the state of the object",
      twoWrites()
        .operation(
          { verb: "create", name: "a", value: "x1" },
          { outcome: "refused", status: 409, reason: "AlreadyExists" },
        )
        .operation(
          { verb: "update", name: "a", value: "x2", condition: { revision: 1 } },
          { outcome: "refused", status: 409, reason: "Conflict" },
        )
        .operation({ verb: "patch", name: "b", value: "x3" }, { outcome: "refused", status: 404, reason: "NotFound" })
        .operation({ verb: "create", name: "b", value: "x4" }, { outcome: "refused", reason: "ECONNREFUSED" }),
    ],
  ])("%s", (_title, builder) => {
    expect(check(builder.history).violations).toEqual([]);
  });
});

describe("an incorrect history violates a rule", () => {
  test.each<[string, string, HistoryBuilder]>([
    ["stale-read", "a get returns a version that was replaced before it began", twoWrites().get("a", a1)],
    ["stale-read", "a get does not find an object that exists", followed(twoWrites().get("a", undefined))],
    [
      "stale-read",
      "a get returns a deleted object",
      new HistoryBuilder()
        .put("create", a1)
        .delete("a", "uid-a")
        .watch(0, ["ADDED", a1], ["DELETED", gone(a1, 2)])
        .get("a", a1),
    ],
    [
      "stale-read",
      "the second of two gets returns an older version than the first",
      twoWrites().get("a", a2, { start: 3.1, end: 3.2 }).get("a", a1, { start: 3.3, end: 3.4 }),
    ],
    ["stale-read", "a list is older than an object that a client has read", twoWrites().list(1, [a1])],
    [
      "stale-read",
      "a read with resourceVersion=0 goes back",
      twoWrites()
        .list(2, [a2], { read: { at: "not-older-than", revision: 0 } })
        .get("a", a1, { read: { at: "not-older-than", revision: 0 } }),
    ],
    [
      "stale-read",
      "a read is older than the revision that it requires",
      twoWrites().get("a", a1, { read: { at: "not-older-than", revision: 2 } }),
    ],
    [
      "lost-update",
      "two updates of one version succeed",
      new HistoryBuilder()
        .put("create", a1)
        .put("update", a2, { condition: { revision: 1 } })
        .put("update", a3, { condition: { revision: 1 } })
        .watch(0, ["ADDED", a1], ["MODIFIED", a2], ["MODIFIED", a3]),
    ],
    [
      "lost-update",
      "a delete removes another version than that of its precondition",
      twoWrites()
        .delete("a", "uid-a", { condition: { uid: "uid-a", revision: 1 } })
        .watch(2, ["DELETED", gone(a2, 3)]),
    ],
    [
      "lost-write",
      "an acknowledged write is not watched, and its revision is skipped",
      twoWrites()
        .put("update", a3)
        .put("create", version("b", 4, "w4"))
        .watch(2, ["ADDED", version("b", 4, "w4")]),
    ],
    [
      "lost-write",
      "an acknowledged deletion is not watched",
      twoWrites().delete("a", "uid-a").put("create", b3).watch(2, ["ADDED", b3]),
    ],
    [
      "two-contents",
      "a revision is used again after an acknowledged write is lost",
      new HistoryBuilder()
        .put("create", a1)
        .put("create", version("b", 1, "w1"))
        .watch(0, ["ADDED", a1]),
    ],
    ["two-contents", "a list shows another object than a watch", twoWrites().list(2, [{ ...a2, digest: "other" }])],
    [
      "duplicate-create",
      "two creates of one name succeed",
      new HistoryBuilder()
        .put("create", a1)
        .put("create", version("a", 2, "v2", "new"))
        .watch(0, ["ADDED", a1], ["ADDED", version("a", 2, "v2", "new")]),
    ],
    [
      "duplicate-write",
      "a write takes effect twice",
      new HistoryBuilder()
        .put("create", a1)
        .operation({ verb: "patch", name: "a", value: "v2" }, { outcome: "unknown" })
        .watch(0, ["ADDED", a1], ["MODIFIED", a2], ["MODIFIED", version("a", 3, "v2")]),
    ],
    [
      "resurrected",
      "a deleted object exists again",
      new HistoryBuilder()
        .put("create", a1)
        .delete("a", "uid-a")
        .operation({ verb: "patch", name: "a", value: "v3" }, { outcome: "unknown" })
        .watch(0, ["ADDED", a1], ["DELETED", gone(a1, 2)], ["ADDED", a3]),
    ],
    [
      "resurrected",
      "a patch creates an object",
      new HistoryBuilder().operation({ verb: "patch", name: "a", value: "v1" }, { object: a1 }).watch(0, ["ADDED", a1]),
    ],
    [
      "half-object",
      "an object has fields of two writes",
      twoWrites().get("a", { ...a2, damage: "its text is v2, but the copy is another" }),
    ],
    ["unknown-value", "an object was stored by an unknown client", new HistoryBuilder().watch(0, ["ADDED", a1])],
    [
      "refused-write",
      "a refused write is stored",
      new HistoryBuilder()
        .operation({ verb: "create", name: "a", value: "v1" }, { outcome: "refused", status: 409, reason: "Conflict" })
        .watch(0, ["ADDED", a1]),
    ],
    [
      "wrong-response",
      "a write returns the object of another write",
      twoWrites().operation({ verb: "patch", name: "a", value: "v9" }, { object: a2 }),
    ],
    [
      "wrong-deletion",
      "an object disappears without a request",
      new HistoryBuilder().put("create", a1).watch(0, ["ADDED", a1], ["DELETED", gone(a1, 2)]),
    ],
    [
      "wrong-deletion",
      "a deletion shows an earlier version of the object",
      twoWrites()
        .delete("a", "uid-a")
        .watch(2, ["DELETED", gone(a1, 3)]),
    ],
    [
      "wrong-deletion",
      "two deletes of one object succeed",
      new HistoryBuilder()
        .put("create", a1)
        .delete("a", "uid-a")
        .delete("a", "uid-a")
        .watch(0, ["ADDED", a1], ["DELETED", gone(a1, 2)]),
    ],
    [
      "revision-back",
      "a later write has a lower revision",
      new HistoryBuilder().put("create", b2).put("create", a1).watch(0, ["ADDED", a1], ["ADDED", b2]),
    ],
    [
      "revision-back",
      "an unknown write takes effect before it was sent",
      twoWrites()
        .operation({ verb: "create", name: "b", value: "w1" }, { outcome: "unknown" })
        .list(2, [a2, version("b", 1.5, "w1")]),
    ],
    [
      "wrong-refusal",
      "a create of a missing object is refused because it exists",
      twoWrites().operation(
        { verb: "create", name: "b", value: "x" },
        { outcome: "refused", status: 409, reason: "AlreadyExists" },
      ),
    ],
    [
      "wrong-refusal",
      "an update of the newest version is refused because of a conflict",
      followed(
        twoWrites().operation(
          { verb: "update", name: "a", value: "x", condition: { revision: 2 } },
          { outcome: "refused", status: 409, reason: "Conflict" },
        ),
      ),
    ],
    [
      "list-snapshot",
      "a list mixes two states",
      new HistoryBuilder()
        .put("create", a1)
        .put("create", b2)
        .put("update", a3, { condition: { revision: 1 } })
        .list(3, [a1, b2])
        .watch(0, ["ADDED", a1], ["ADDED", b2], ["MODIFIED", a3]),
    ],
    ["list-snapshot", "a list lacks an object", twoWrites().list(2, [])],
    ["list-snapshot", "a list has an object twice", twoWrites().list(2, [a2, a2])],
    [
      "list-snapshot",
      "a list has an object of a later revision",
      twoWrites().list(1, [a2], { read: { at: "not-older-than", revision: 0 } }),
    ],
    [
      "list-snapshot",
      "the second page lacks an object",
      new HistoryBuilder()
        .put("create", a1)
        .put("create", b2)
        .list(2, [a1], { hasMore: true })
        .list(2, [], { pageAfter: 5 })
        .watch(0, ["ADDED", a1], ["ADDED", b2]),
    ],
    [
      "page-revision",
      "pages of one list have different revisions",
      new HistoryBuilder()
        .put("create", a1)
        .put("create", b2)
        .list(2, [a1], { hasMore: true })
        .put("update", b3, { condition: { revision: 2 } })
        .list(3, [b3], { pageAfter: 5 })
        .watch(0, ["ADDED", a1], ["ADDED", b2], ["MODIFIED", b3]),
    ],
    [
      "missing-revision",
      "a list at exactly one revision has another",
      twoWrites().list(2, [a2], { read: { at: "exactly", revision: 1 } }),
    ],
    [
      "watch-gap",
      "a watch skips a write",
      twoWrites().put("update", a3).watch(0, ["ADDED", a1], ["MODIFIED", a3]).watch(2, ["MODIFIED", a3]),
    ],
    ["watch-duplicate", "a watch reports a write twice", twoWrites().watch(0, ["ADDED", a1], ["ADDED", a1])],
    [
      "watch-duplicate",
      "a watch repeats the write after which it continues",
      twoWrites().watch(1, ["ADDED", a1], ["MODIFIED", a2]),
    ],
    ["watch-order", "a watch reports writes in the wrong order", twoWrites().watch(0, ["MODIFIED", a2], ["ADDED", a1])],
    [
      "watch-order",
      "an event follows a bookmark that already included it",
      twoWrites().watch(0, ["ADDED", a1], ["BOOKMARK", 5], ["MODIFIED", a2]),
    ],
    ["watch-type", "a change is reported as a creation", twoWrites().watch(0, ["ADDED", a1], ["ADDED", a2])],
    ["watch-stalled", "a watch does not report the last write", twoWrites().end(3)],
  ])("%s: %s", (rule, _title, builder) => {
    expect(violated(builder)).toContain(rule);
  });
});

test("a violation names the records that contradict each other", () => {
  const [violation] = check(twoWrites().get("a", a1).history).violations;
  expect(violation?.message).toBe(
    "a is at revision 1 in a read that began after revision 2 was seen, but it never had this state then",
  );
  expect(violation?.records.map((record) => record.type)).toEqual(["operation", "operation"]);
});

test("a history of 200,000 requests is checked without quadratic work", () => {
  const builder = new HistoryBuilder();
  const events: ["ADDED" | "MODIFIED", ReturnType<typeof version>][] = [];
  for (let revision = 1; revision <= 100_000; revision++) {
    const object = version("a", revision, `v${revision}`);
    builder.put(
      revision === 1 ? "create" : "update",
      object,
      revision === 1 ? {} : { condition: { revision: revision - 1 } },
    );
    builder.get("a", object);
    events.push([revision === 1 ? "ADDED" : "MODIFIED", object]);
  }
  builder.watch(0, ...events);
  const { violations, statistics } = check(builder.history);
  expect(violations).toEqual([]);
  expect(statistics).toMatchObject({ operations: 200_000, writes: 100_000, events: 100_000 });
});
