import { describe, expect, test } from "vitest";
import { isGenerated, read, sourceFiles } from "./source-files.js";

interface Exception {
  readonly reason: string;
  /** The names, with the number of files that declare them. */
  readonly homes: Readonly<Record<string, number>>;
}

const exceptions: readonly Exception[] = [
  {
    reason: "A client or a package of the server has its own form of a type of Kubernetes' API",
    homes: {
      APIObject: 2,
      ApplyOptions: 2,
      DeleteOptions: 2,
      Event: 3,
      EventList: 2,
      EventSeries: 3,
      ExtraValue: 2,
      GetOptions: 2,
      GroupResource: 2,
      GroupVersionResource: 2,
      Lease: 2,
      LeaseSpec: 2,
      ListOptions: 2,
      ObjectReference: 2,
      Patch: 2,
      PatchOptions: 2,
      WatchEvent: 2,
    },
  },
  {
    reason: "Two packages, or two entries of a package, export the name; users import it from one of them",
    homes: {
      CheckOptions: 2,
      Cluster: 2,
      Labels: 2,
      List: 2,
      ManagedFields: 2,
      ManagedObject: 2,
      Operation: 2,
      Path: 2,
      Subresources: 2,
      User: 2,
      mapOf: 2,
    },
  },
  {
    reason: "The package exports the module as a namespace: `labels.parse`, `fields.parse`, `field.required`",
    homes: {
      Requirement: 2,
      Selector: 2,
      equals: 2,
      everything: 2,
      matches: 2,
      parse: 2,
      required: 2,
      requiresExactMatch: 2,
      selectorText: 2,
    },
  },
  {
    reason: "The constant of a marker has the name of the marker, and so has the function of CEL",
    homes: { optional: 2 },
  },
  {
    reason: "Each generator has one function or type of this name",
    homes: { Activation: 4, activate: 4, planFile: 8 },
  },
];

const declarations =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm;

/** Returns the files that declare each exported name of the hand-written product. */
function homesOfNames(): ReadonlyMap<string, ReadonlySet<string>> {
  const homes = new Map<string, Set<string>>();
  for (const path of sourceFiles()) {
    if (!/^(apiserver|client|cmd|engine|generators|runtime)\//.test(path)) continue;
    if (isGenerated(path) || path.endsWith(".test.ts")) continue;
    const text = read(path);
    if (text.includes("// Code generated")) continue;
    for (const [, name] of text.matchAll(declarations)) {
      homes.set(name as string, (homes.get(name as string) ?? new Set()).add(path));
    }
  }
  return homes;
}

describe("names", () => {
  const homes = homesOfNames();

  test("an exported name has one meaning: one file of the hand-written product declares it", () => {
    const permitted = new Map(exceptions.flatMap(({ homes: names }) => Object.entries(names)));
    const shared = [...homes].filter(([name, { size }]) => size > 1 && size > (permitted.get(name) ?? 1));
    expect(shared.map(([name, paths]) => `${name}: ${[...paths].join(", ")}`)).toEqual([]);
  });

  test.each(exceptions)("exceptions are in use: $reason", ({ homes: names }) => {
    for (const [name, size] of Object.entries(names)) {
      expect(homes.get(name)?.size, name).toBe(size);
    }
  });
});
