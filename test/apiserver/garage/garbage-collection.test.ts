import { MemoryStorage, type GarbageCollectionPolicy, type Store } from "@apimachinery/apiserver";
import { describe, expect, test } from "vitest";
import type { DeletionRules } from "../../../apiserver/registry/deletion.js";
import { deletionFinalizers } from "../../../apiserver/registry/garbage-collection.js";
import { InProcessServer } from "../harness.js";
import { admit, carStore, context, garageGroup, hubCar } from "./group.js";
import { car, cars } from "./types.js";

const orphan = "orphan";
const foreground = "foregroundDeletion";
type Options = Omit<DeletionRules, "preconditions">;

async function finalizersAfter(
  defaultGarbageCollectionPolicy: GarbageCollectionPolicy,
  existing: string[],
  options: Options,
): Promise<readonly string[] | "gone"> {
  const store = carStore(new MemoryStorage(), { defaultGarbageCollectionPolicy }, { enableGarbageCollection: true });
  await store.create(context(), hubCar("a", { finalizers: existing, generation: 1 }), admit);
  await store.delete(context(), "a", { preconditions: {}, ...options }, admit);
  return remaining(store);
}

async function remaining(store: Store): Promise<readonly string[] | "gone"> {
  try {
    const { metadata } = await store.get("default", "a", "");
    expect(metadata).toMatchObject({ deletionGracePeriodSeconds: 0, generation: 2 });
    expect(metadata.deletionTimestamp).toBeDefined();
    return metadata.finalizers ?? [];
  } catch (error) {
    expect(error).toMatchObject({ code: 404 });
    return "gone";
  }
}

/** Go's TestStoreDeleteWithOrphanDependents. */
describe("StoreDeleteWithOrphanDependents", () => {
  const both = ["foo.com/x", orphan, "bar.com/y"];
  const others = ["foo.com/x", "bar.com/y"];
  const rows: readonly (readonly [
    boolean | undefined,
    GarbageCollectionPolicy,
    string[],
    readonly string[] | "gone",
  ])[] = [
    [true, "DeleteDependents", both, both],
    [true, "DeleteDependents", others, [...others, orphan]],
    [true, "DeleteDependents", [], [orphan]],
    [true, "DeleteDependents", [orphan], [orphan]],
    [false, "OrphanDependents", both, others],
    [false, "OrphanDependents", others, others],
    [false, "OrphanDependents", [], "gone"],
    [false, "OrphanDependents", [orphan], "gone"],
    [undefined, "DeleteDependents", both, both],
    [undefined, "OrphanDependents", both, both],
    [undefined, "DeleteDependents", others, others],
    [undefined, "OrphanDependents", others, [...others, orphan]],
    [undefined, "DeleteDependents", [], "gone"],
    [undefined, "OrphanDependents", [], [orphan]],
    [undefined, "DeleteDependents", [orphan], [orphan]],
    [undefined, "OrphanDependents", [orphan], [orphan]],
  ];
  test.each(rows)("orphanDependents %s, %s, finalizers %j: %j", async (orphanDependents, policy, existing, after) => {
    expect(await finalizersAfter(policy, existing, { orphanDependents })).toEqual(after);
  });
});

/** Go's TestStoreDeletionPropagation. */
describe("StoreDeletionPropagation", () => {
  const wanted: Readonly<Record<string, (existing: string[], isOrphaning: boolean) => string[] | "gone">> = {
    Foreground: () => [foreground],
    Background: () => "gone",
    Orphan: () => [orphan],
    default: (existing, isOrphaning) => (existing.length > 0 ? existing : isOrphaning ? [orphan] : "gone"),
  };
  for (const existing of [[], [orphan], [foreground]])
    for (const policy of ["DeleteDependents", "OrphanDependents"] as const)
      for (const propagation of ["Foreground", "Background", "Orphan", undefined] as const)
        test(`finalizers ${JSON.stringify(existing)}, policy ${propagation ?? "default"}, strategy ${policy}`, async () => {
          expect(await finalizersAfter(policy, existing, { propagationPolicy: propagation })).toEqual(
            wanted[propagation ?? "default"]?.(existing, policy === "OrphanDependents"),
          );
        });

  test("a kind that supports no garbage collection never has the finalizers", async () => {
    for (const options of [{ propagationPolicy: "Foreground" }, { orphanDependents: true }, {}] as const)
      for (const existing of [[], [orphan], [foreground]])
        expect(await finalizersAfter("Unsupported", existing, options)).toBe("gone");
  });
});

test("DeletionFinalizersForGarbageCollection: unchanged finalizers need no write", () => {
  expect(deletionFinalizers("DeleteDependents", {}, [])).toBeUndefined();
  expect(deletionFinalizers("OrphanDependents", {}, [])).toEqual([orphan]);
  expect(deletionFinalizers("OrphanDependents", {}, ["a.b/c", orphan])).toBeUndefined();
});

test("a deletion that is under way takes another policy, while finalizers delay it", async () => {
  const api = new InProcessServer({
    groups: [(storage) => garageGroup(storage, {}, { enableGarbageCollection: true })],
  });
  await api.post(cars, car("a"));
  await api.delete(`${cars}/a?propagationPolicy=Foreground`);
  const { json } = await api.delete(`${cars}/a`, { propagationPolicy: "Orphan" });
  expect(json["metadata"]?.["finalizers"]).toEqual([orphan]);
  expect((await api.delete(`${cars}/a`, { propagationPolicy: "Background" })).json["kind"]).toBe("Status");
  expect((await api.get(`${cars}/a`)).status).toBe(404);
});

test("the collector's update without the finalizer removes the object", async () => {
  const api = new InProcessServer({
    groups: [(storage) => garageGroup(storage, {}, { enableGarbageCollection: true })],
  });
  await api.post(cars, car("a"));
  const { json } = await api.delete(`${cars}/a`, { propagationPolicy: "Foreground" });
  const patch = { metadata: { uid: json["metadata"]?.["uid"], finalizers: [] } };
  expect((await api.patch(`${cars}/a`, "merge-patch", patch)).status).toBe(200);
  expect((await api.get(`${cars}/a`)).status).toBe(404);
});

describe("without garbage collection", () => {
  test.each(["Foreground", "Orphan", "Background"])("the policy %s adds no finalizer", async (propagationPolicy) => {
    const api = new InProcessServer({ groups: [garageGroup] });
    await api.post(cars, car("a"));
    expect((await api.delete(`${cars}/a`, { propagationPolicy })).json["kind"]).toBe("Status");
    expect((await api.get(`${cars}/a`)).status).toBe(404);
  });

  test("NonGracefulStoreHandleFinalizers: finalizers delay the removal in both modes", async () => {
    for (const enableGarbageCollection of [true, false]) {
      const store = carStore(new MemoryStorage(), {}, { enableGarbageCollection });
      await store.create(context(), hubCar("a", { finalizers: ["foo.com/x"], generation: 1 }), admit);
      expect((await store.delete(context(), "a", { preconditions: {} }, admit)).isGone).toBe(false);
      expect(await remaining(store)).toEqual(["foo.com/x"]);
    }
  });
});
