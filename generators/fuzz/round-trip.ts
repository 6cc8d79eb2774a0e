import type { Lookup } from "../../engine/model/functions/lookup.js";
import type { FilePlan, Plan, PlanInput } from "../../engine/plan/generator.js";
import {
  groupOf,
  internalVersion,
  versionOf,
  versionsOfHub,
  apiVersionOf,
  groupVersionOf,
  type PackageGroupVersion,
} from "../../engine/model/group-version.js";
import { ownExternalTypesOf } from "../../engine/model/external-types.js";
import { exportedFunction } from "../../engine/model/lookup.js";
import type { Package, PackageId, TypeId, Universe } from "../../engine/model/universe.js";
import { names } from "../../engine/base/names.js";
import { functionSymbol } from "../../engine/model/functions/function-symbol.js";
import type { SymbolRef } from "../../engine/base/symbol.js";
import type { Problem } from "../../engine/base/problem.js";
import { allRoundTrips, type AllRoundTrips } from "../round-trip/all-round-trips.js";
import type { RoundTrip, RoundTripLosses } from "../round-trip/round-trips.js";
import { fuzzedTypes } from "./activation.js";
import { CELRules } from "../rules/crd/cel-rules.js";
import { isValidated } from "./validated.js";
import { isRegisteredKind } from "../kinds/registered.js";
import { fuzzProblems } from "../problem-codes/fuzz.js";
import type { OwnLoss, Reason } from "../round-trip/pair-losses.js";

/**
 * Plans a round-trip test for each API group, in the package of its Install function. A version
 * that no Install function registers gets a test in its own package.
 */
export function planRoundTrips(input: PlanInput, active: readonly Package[], lookup: Lookup): Plan {
  const grouped = active.filter((pkg) => groupOf(pkg) !== undefined);
  const [first] = grouped;
  if (first === undefined) return { files: [], problems: [] };
  if (!input.selected.has("register")) return { files: [], problems: [noScheme(first.position)] };
  const all = allRoundTrips(input);
  const ids = active.map(({ id }) => id);
  const isTested = new Set(grouped);
  const files: FilePlan[] = [];
  const installed = new Set<Package>();
  const planTest = (pkg: Package, install: SymbolRef, versions: readonly Package[]): readonly FilePlan[] => {
    const members = withExternalTypes(input, [pkg, ...versions]).filter((member) => isTested.has(member));
    members.forEach((member) => installed.add(member));
    const folders = new Set(members.map(({ id }) => id));
    const isHub = versions.length > 0;
    const roundTrips = roundTripsThrough(all, folders);
    return input.memo("roundtrip", [...folders], { install, roundTrips, ids }, () =>
      testOf(input, lookup, { pkg, isHub, install, members, roundTrips }),
    );
  };
  for (const pkg of grouped) {
    const install = findFunction(input, pkg, "Install");
    if (install === undefined) continue;
    const versions = versionsOfHub(input.universe, pkg.id).filter(
      (version) => grouped.includes(version) && groupOf(version) === groupOf(pkg),
    );
    files.push(...planTest(pkg, install, versions));
  }
  const isExternal = new Set(grouped.flatMap((pkg) => ownExternalTypesOf(input.universe, pkg)));
  for (const pkg of [...grouped.filter((types) => !isExternal.has(types)), ...isExternal]) {
    const addToScheme = installed.has(pkg) ? undefined : findFunction(input, pkg, "AddToScheme");
    if (addToScheme !== undefined) files.push(...planTest(pkg, addToScheme, []));
  }
  return { files, problems: [] };
}

/** Subject of a test: an API group, or a version that no Install function registers. */
interface Tested {
  readonly pkg: Package;
  /** True if other versions are converted to the types of this package. */
  readonly isHub: boolean;
  readonly install: SymbolRef;
  readonly members: readonly Package[];
  readonly roundTrips: readonly RoundTrip[];
}

/**
 * Returns the given packages, and the packages with external types for which the given packages
 * contain conversions or defaults.
 */
function withExternalTypes({ universe }: PlanInput, folders: readonly Package[]): readonly Package[] {
  return [...new Set(folders.flatMap((pkg) => [pkg, ...ownExternalTypesOf(universe, pkg)]))];
}

function testOf(
  input: PlanInput,
  lookup: Lookup,
  { pkg, isHub, install, members, roundTrips }: Tested,
): readonly FilePlan[] {
  const folders = new Set(members.map(({ id }) => id));
  const own = members.flatMap((member) => fuzzedTypes(member).filter(isRegisteredKind));
  // The hub of a kind can be in another group. For example, the hub of events.k8s.io is in the core
  // group.
  const foreign = [...new Set(roundTrips.map(({ hub }) => hub))].filter(
    (hub) => !folders.has(hub.package) && isRegisteredKind(hub),
  );
  const cel = new CELRules(input.universe);
  const kinds = [...own, ...foreign].flatMap((type) => {
    const schema = input.emitted(type.package, names.schema(type.name));
    const fuzz = lookup(folders.has(type.package) ? type.package : pkg.id, type);
    if (schema === undefined || fuzz === undefined) return [];
    return {
      schema,
      fuzz,
      isValidated: isValidated(input, type.id),
      hasCEL: isValidated(input, type.id) && cel.has(type.id),
      foreign: !folders.has(type.package),
      losses: lossesOf(input.universe, roundTrips, type.id),
    };
  });
  if (kinds.length === 0) return [];
  const version = versionOf(input.universe, pkg);
  const hub = isHub && version !== internalVersion ? JSON.stringify({ hub: { group: groupOf(pkg), version } }) : "";
  const path = input.path(pkg.id, "roundtrip");
  return [
    { package: pkg.id, path, template: "round-trip", view: { install, kinds, hub }, exports: ["scheme", "laws"] },
  ];
}

/**
 * Returns the package's function with this name: the hand-written one, or else the generated one.
 * Returns undefined if neither exists.
 */
function findFunction(input: PlanInput, pkg: Package, name: "Install" | "AddToScheme"): SymbolRef | undefined {
  const written = exportedFunction(pkg, name);
  return written === undefined ? input.emitted(pkg.id, name) : functionSymbol(input.universe, written);
}

function noScheme(position: Problem["position"]): Problem {
  const message = 'no round-trip tests are generated, because the generator "register" is disabled';
  const hint = 'add "register" to "generators" in codegen.config.json';
  return { ...fuzzProblems.is("fuzz/no-scheme"), message, hint, position };
}

/** Fields that a kind is expected to lose in a round trip through another version. */
interface VersionLosses {
  /** apiVersion of the other version. */
  readonly version: string;
  readonly paths: readonly string[];
}

/** Returns the round trips of the kinds in the given packages. */
function roundTripsThrough({ targets }: AllRoundTrips, versions: ReadonlySet<PackageId>): readonly RoundTrip[] {
  return targets.flatMap(({ target, roundTrips }) => (versions.has(target.types.id) ? roundTrips : []));
}

/**
 * Returns the losses that a test accepts in the round trips that begin at a type. The round trips
 * of a hub's type go through its versions; the round trip of a version's type goes through the hub.
 */
function lossesOf(universe: Universe, roundTrips: readonly RoundTrip[], type: TypeId): readonly VersionLosses[] {
  return roundTrips.flatMap((roundTrip): VersionLosses[] => {
    const version = groupVersionOf(universe, roundTrip.version);
    if (version === undefined) return [];
    if (roundTrip.hub.id === type) return listed(version, roundTrip);
    const hub = universe.packages[roundTrip.hub.package];
    const hubVersion = hub === undefined ? undefined : versionOf(universe, hub);
    return roundTrip.type.id === type && hubVersion !== undefined
      ? listed({ group: version.group, version: hubVersion }, roundTrip.fromVersion)
      : [];
  });
}

function listed(version: PackageGroupVersion, { losses, repeats }: RoundTripLosses): VersionLosses[] {
  const paths = losses.filter(isAccepted).map(({ path, reason }) => (reason === "absence" ? `${path}?` : path));
  return paths.length === 0
    ? []
    : [{ version: apiVersionOf(version), paths: [...paths, ...repeats.map(({ path, as }) => `${path} as ${as}`)] }];
}

/** Reports whether the test accepts a loss. Any other loss makes the test fail. */
function isAccepted({ certainty, reason }: OwnLoss): boolean {
  return certainty === "lost" && acceptable.has(reason);
}

/**
 * Reasons for which tests accept losses. The first three result from markers. In the case of
 * `absence`, an absent value becomes the zero value of a required field, which is normal. codegen
 * warns of `unknown-fields`.
 */
const acceptable: ReadonlySet<Reason> = new Set(["declared", "opted-out", "dropped", "absence", "unknown-fields"]);
