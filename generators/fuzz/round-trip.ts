import type { FilePlan, PlanInput } from "../../engine/generator.js";
import { groupOf, internalVersion, versionOf, versionsOf } from "../../engine/model/group-version.js";
import { ownExternalTypesOf } from "../../engine/model/external-types.js";
import { exportedFunction } from "../../engine/model/lookup.js";
import type { Package, PackageId, TypeDeclaration } from "../../engine/model/universe.js";
import { names } from "../../engine/names.js";
import { functionSymbol } from "../../engine/print/function.js";
import type { SymbolRef } from "../../engine/print/symbol.js";
import type { Problem } from "../../engine/problem.js";
import { allTrips } from "../round-trip/all-round-trips.js";
import type { Trip } from "../round-trip/round-trips.js";
import { fuzzedTypes } from "./activation.js";
import { lossesOf, tripsThrough } from "./losses.js";
import type { Lookup } from "./lookup.js";
import { fromTesting } from "./tools.js";

export interface RoundTrips {
  readonly files: readonly FilePlan[];
  readonly problems: readonly Problem[];
}

const symbols = {
  Scheme: { symbol: "Scheme", from: "@apimachinery/runtime", module: true },
  roundTripLaws: fromTesting("roundTripLaws"),
  test: { symbol: "test", from: "vitest", module: true },
} satisfies { readonly [name: string]: SymbolRef };

/**
 * A test for each group, beside the function that installs it; for a version that nobody installs,
 * beside its types.
 */
export function planRoundTrips(input: PlanInput, active: readonly Package[], lookup: Lookup): RoundTrips {
  const grouped = active.filter((home) => groupOf(home) !== undefined);
  const missing = ["schema", "register"].filter((generator) => !input.selected.has(generator));
  const [first] = grouped;
  if (first === undefined) return { files: [], problems: [] };
  if (missing.length > 0) return { files: [], problems: [noScheme(missing, first.position)] };
  const all = allTrips(input);
  const ids = active.map(({ id }) => id);
  const isTested = new Set(grouped);
  const files: FilePlan[] = [];
  const installed = new Set<Package>();
  const planTest = (home: Package, install: SymbolRef, versions: readonly Package[]): readonly FilePlan[] => {
    const members = withExternalTypes(input, [home, ...versions]).filter((member) => isTested.has(member));
    members.forEach((member) => installed.add(member));
    const folders = new Set(members.map(({ id }) => id));
    const isHub = versions.length > 0;
    const trips = tripsThrough(all, folders);
    return input.memo("roundtrip", [...folders], { install, trips, ids }, () =>
      testOf(input, { home, isHub, install, members, folders, lookup, trips }),
    );
  };
  for (const home of grouped) {
    const install = findFunction(input, home, "Install");
    if (install === undefined) continue;
    const versions = versionsOf(input.universe, home.id).filter(
      (version) => grouped.includes(version) && groupOf(version) === groupOf(home),
    );
    files.push(...planTest(home, install, versions));
  }
  const isExternal = new Set(grouped.flatMap((home) => ownExternalTypesOf(input.universe, home)));
  for (const home of [...grouped.filter((types) => !isExternal.has(types)), ...isExternal]) {
    const addToScheme = installed.has(home) ? undefined : findFunction(input, home, "AddToScheme");
    if (addToScheme !== undefined) files.push(...planTest(home, addToScheme, []));
  }
  return { files, problems: [] };
}

/** One group, or a version of it that nobody installs. */
interface Tested {
  readonly home: Package;
  /** Whether there are versions that convert to it. */
  readonly isHub: boolean;
  readonly install: SymbolRef;
  readonly members: readonly Package[];
  /** Theirs. */
  readonly folders: ReadonlySet<PackageId>;
  readonly lookup: Lookup;
  readonly trips: readonly Trip[];
}

/** The folders, and those of the types that they convert or default. */
function withExternalTypes({ universe }: PlanInput, folders: readonly Package[]): readonly Package[] {
  return [...new Set(folders.flatMap((home) => [home, ...ownExternalTypesOf(universe, home)]))];
}

function testOf(
  input: PlanInput,
  { home, isHub, install, members, folders, lookup, trips }: Tested,
): readonly FilePlan[] {
  const own = members.flatMap((member) => fuzzedTypes(member).filter(isRegistered));
  // A hub's kind may be another group's: events are kept as the core group's.
  const foreign = [...new Set(trips.map(({ hub }) => hub))].filter(
    (hub) => !folders.has(hub.package) && isRegistered(hub),
  );
  const kinds = [...own, ...foreign].flatMap((type) => {
    const schema = input.emitted(type.package, names.schema(type.name));
    const fuzz = lookup(folders.has(type.package) ? type.package : home.id, type);
    return schema === undefined || fuzz === undefined
      ? []
      : [{ schema, fuzz, foreign: !folders.has(type.package), losses: lossesOf(input.universe, trips, type.id) }];
  });
  if (kinds.length === 0) return [];
  const version = versionOf(input.universe, home);
  const hub = isHub && version !== internalVersion ? JSON.stringify({ hub: { group: groupOf(home), version } }) : "";
  const path = input.path(home.id, "roundtrip");
  return [
    {
      package: home.id,
      path,
      template: "round-trip",
      view: { ...symbols, install, kinds, hub },
      exports: ["scheme", "laws"],
    },
  ];
}

/** As the register generator sees it. */
function isRegistered({ shape, expression, markers }: TypeDeclaration): boolean {
  const isOut = markers.some(({ name, value }) => name === "k8s:register-gen" && value === "false");
  return !isOut && expression === undefined && shape.kind === "object" && shape.typeMeta !== undefined;
}

/** A person's function, or a generated one. */
function findFunction(input: PlanInput, home: Package, name: "Install" | "AddToScheme"): SymbolRef | undefined {
  const written = exportedFunction(home, name);
  return written === undefined ? input.emitted(home.id, name) : functionSymbol(input.universe, written);
}

function noScheme(missing: readonly string[], position: Problem["position"]): Problem {
  const message = `no round-trip tests are generated, because ${missing.join(" and ")} ${missing.length === 1 ? "is" : "are"} not among the generators`;
  const hint = `add ${missing.join(" and ")} to "generators" in codegen.config.json`;
  return { code: "fuzz/no-scheme", severity: "info", message, hint, position };
}
