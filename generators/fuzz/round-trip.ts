import type { FilePlan, PlanInput } from "../../engine/generator.js";
import { groupOf, internalVersion, versionOf, versionsOf } from "../../engine/model/group-version.js";
import { exportedFunction } from "../../engine/model/lookup.js";
import type { Package, PackageId, TypeDeclaration } from "../../engine/model/universe.js";
import { names } from "../../engine/names.js";
import { functionSymbol } from "../../engine/print/function.js";
import type { SymbolRef } from "../../engine/print/symbol.js";
import type { Problem } from "../../engine/problem.js";
import { allTrips } from "../conversion/trips/all.js";
import type { Trip } from "../conversion/trips/trips.js";
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

/** A test for each group, beside the function that installs it; for a version that nobody installs, beside its types. */
export function planRoundTrips(input: PlanInput, active: readonly Package[], lookup: Lookup): RoundTrips {
  const grouped = active.filter((home) => groupOf(home) !== undefined);
  const missing = ["schema", "register"].filter((generator) => !input.selected.has(generator));
  const [first] = grouped;
  if (first === undefined) return { files: [], problems: [] };
  if (missing.length > 0) return { files: [], problems: [noScheme(missing, first.position)] };
  const all = allTrips(input);
  const ids = active.map(({ id }) => id);
  const planTest = (home: Package, install: SymbolRef, members: readonly Package[]): readonly FilePlan[] => {
    const folders = new Set(members.map(({ id }) => id));
    const trips = tripsThrough(all, folders);
    return input.part("roundtrip", [...folders], { install, trips, ids }, () => testOf(input, { home, install, members, folders, lookup, trips }));
  };
  const files: FilePlan[] = [];
  const installed = new Set<Package>();
  for (const home of grouped) {
    const install = findFunction(input, home, "Install");
    if (install === undefined) continue;
    const versions = versionsOf(input.universe, home.id).filter((version) => grouped.includes(version) && groupOf(version) === groupOf(home));
    const members = [home, ...versions];
    members.forEach((member) => installed.add(member));
    files.push(...planTest(home, install, members));
  }
  for (const home of grouped) {
    const addToScheme = installed.has(home) ? undefined : findFunction(input, home, "AddToScheme");
    if (addToScheme !== undefined) files.push(...planTest(home, addToScheme, [home]));
  }
  return { files, problems: [] };
}

/** One group, or a version of it that nobody installs. */
interface Tested {
  readonly home: Package;
  readonly install: SymbolRef;
  readonly members: readonly Package[];
  /** Theirs. */
  readonly folders: ReadonlySet<PackageId>;
  readonly lookup: Lookup;
  readonly trips: readonly Trip[];
}

function testOf(input: PlanInput, { home, install, members, folders, lookup, trips }: Tested): readonly FilePlan[] {
  const own = members.flatMap((member) => fuzzedTypes(member).filter(isRegistered));
  // A hub's kind may be another group's: events are kept as the core group's.
  const foreign = [...new Set(trips.map(({ hub }) => hub))].filter((hub) => !folders.has(hub.package) && isRegistered(hub));
  const kinds = [...own, ...foreign].flatMap((type) => {
    const schema = input.emitted(type.package, names.schema(type.name));
    const fuzz = lookup(folders.has(type.package) ? type.package : home.id, type);
    return schema === undefined || fuzz === undefined ? [] : [{ schema, fuzz, foreign: !folders.has(type.package), losses: lossesOf(input.universe, trips, type.id) }];
  });
  if (kinds.length === 0) return [];
  const version = versionOf(input.universe, home);
  const hub = members.length > 1 && version !== internalVersion ? JSON.stringify({ hub: { group: groupOf(home), version } }) : "";
  const path = input.path(home.id, "roundtrip");
  return [{ package: home.id, path, template: "round-trip", view: { ...symbols, install, kinds, hub }, exports: ["scheme", "laws"] }];
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
