import type { APIObject } from "@apimachinery/client";
import fc from "fast-check";
import { expect, test } from "vitest";
import { eventually } from "../../eventually.js";
import { sizeOf } from "../../sizes.js";
import { DepotServer, ownerOf } from "./depot-server.js";

/** Number of objects of a graph. */
const size = 10;

/** An object owns only later objects, so that a graph has no cycles. */
const graphs = fc.record({
  owners: fc.tuple(
    ...Array.from({ length: size }, (_, index) =>
      fc.uniqueArray(fc.record({ owner: fc.nat(Math.max(index - 1, 0)), blockOwnerDeletion: fc.boolean() }), {
        selector: ({ owner }) => owner,
        maxLength: Math.min(index, 3),
      }),
    ),
  ),
  deletions: fc.array(
    fc.record({
      index: fc.nat(size - 1),
      propagationPolicy: fc.constantFrom("Background", "Foreground", "Orphan"),
    }),
    { minLength: 1, maxLength: 4 },
  ),
});

type State = ReadonlyMap<string, readonly string[]>;

/** Returns the objects that remain after a deletion, with the names of their owners. */
function afterDeletion(before: State, name: string, policy: string): State {
  const state = new Map(before);
  state.delete(name);
  if (policy === "Orphan")
    return new Map([...state].map(([each, owners]) => [each, owners.filter((owner) => owner !== name)]));
  for (;;) {
    const gone = [...state].find(([, owners]) => owners.length > 0 && !owners.some((owner) => state.has(owner)));
    if (gone === undefined) break;
    state.delete(gone[0]);
  }
  return new Map([...state].map(([each, owners]) => [each, owners.filter((owner) => state.has(owner))]));
}

const timeout = 3_600_000;

test("deletions in random graphs leave exactly the objects with owners or without any", { timeout }, async () => {
  await fc.assert(
    fc.asyncProperty(graphs, async ({ owners, deletions }) => {
      const api = new DepotServer();
      api.collect();
      const nameOf = (index: number) => `car-${index}`;
      const created: APIObject[] = [];
      let model: State = new Map();
      for (const [index, references] of owners.entries()) {
        const ownerReferences = references.flatMap(({ owner, blockOwnerDeletion }) => {
          const object = created[owner];
          return object === undefined ? [] : [ownerOf(object, { blockOwnerDeletion })];
        });
        created.push(await api.create("Car", nameOf(index), { owners: ownerReferences }));
        model = new Map([...model, [nameOf(index), ownerReferences.map(({ name }) => name)]]);
      }
      for (const { index, propagationPolicy } of deletions) {
        if (!model.has(nameOf(index))) continue;
        await api.delete("Car", nameOf(index), { propagationPolicy });
        const next = afterDeletion(model, nameOf(index), propagationPolicy);
        model = next;
        await eventually(async () => {
          const { items } = await api.of("Car").list();
          const found = items.map(({ metadata: { name = "", ownerReferences = [] } }) => [
            name,
            ownerReferences.map((owner) => owner.name),
          ]);
          expect(Object.fromEntries(found)).toEqual(Object.fromEntries(next));
        });
      }
      expect(api.logged).toEqual([]);
      await api.stop();
    }),
    { numRuns: sizeOf("OWNER_GRAPHS") },
  );
});
