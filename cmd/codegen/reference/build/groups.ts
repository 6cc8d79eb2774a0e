import type { Project } from "../../../../engine/config/project.js";
import { selectGenerators } from "../../../../engine/run/select.js";
import { generators as builtIn } from "../../../../generators/index.js";
import type { PlanInput } from "../../../../engine/plan/generator.js";
import {
  apiVersionOf,
  compareVersions,
  groupVersionOf,
  internalVersion,
} from "../../../../engine/model/group-version.js";
import type { Package } from "../../../../engine/model/universe.js";
import { orderStrings, type Problem } from "../../../../engine/base/problem.js";
import { pageOf, type LossyPage, type LossyRoundTrip } from "../../../../generators/lossy/page.js";
import { allRoundTrips } from "../../../../generators/round-trip/all-round-trips.js";
import type { GroupReference, APIReference, LossesReference, VersionComparison, VersionReference } from "../model.js";
import { readInput } from "../../read-input.js";
import { comparisonOf } from "./comparison.js";
import type { ExampleSample } from "./example.js";
import { isObjectKind, kindReference } from "./kinds.js";
import { isList, typeReference, usersOf } from "./types.js";

/** The reference of a project, and the problems in its types. */
export interface CollectedReference {
  /** Absent if the types have errors. */
  readonly reference?: APIReference;
  readonly problems: readonly Problem[];
}

/** Reads the types of a project, and returns their reference. */
export async function collectReference(
  project: Project,
  samples: readonly ExampleSample[],
): Promise<CollectedReference> {
  const { definitions } = await selectGenerators(builtIn, project);
  const { input, problems } = await readInput(project, "reference", definitions);
  if (input === undefined || problems.some(({ severity }) => severity === "error")) return { problems };
  const options = { ...input.options, ...project.settings.options?.["crd"], maxDescLen: undefined };
  return { reference: buildReference({ ...input, options }, samples), problems };
}

/** A folder with the types of a version that clients use. */
interface VersionFolder {
  readonly pkg: Package;
  readonly group: string;
  readonly version: string;
}

/** A version, its hub, and the fields that round trips between them lose. */
interface Converted {
  readonly pkg: Package;
  readonly hub: Package;
  readonly page: LossyPage;
}

/** The facts from which the references of all groups are built. */
interface Facts {
  readonly input: PlanInput;
  readonly converted: readonly Converted[];
  readonly users: ReturnType<typeof usersOf>;
  readonly samples: readonly ExampleSample[];
}

/** Returns the reference of the API groups in all folders of a run. */
function buildReference(input: PlanInput, samples: readonly ExampleSample[]): APIReference {
  const folders = foldersOf(input);
  const trips = allRoundTrips(input);
  const converted = trips.targets.flatMap(({ target, roundTrips }): Converted[] => {
    const [hub] = target.peers;
    const group = groupVersionOf(input.universe, target.types)?.group ?? "";
    return hub === undefined
      ? []
      : [{ pkg: target.types, hub, page: pageOf(trips.context, target, group, roundTrips) }];
  });
  const facts = { input, converted, users: usersOf(folders.map(({ pkg }) => pkg)), samples };
  const groups = [...new Set(folders.map(({ group }) => group))].sort(orderStrings);
  return {
    groups: groups.map((name) => {
      const own = folders.filter(({ group }) => group === name).sort((a, b) => compareVersions(a.version, b.version));
      return groupReference(name, own, facts);
    }),
  };
}

function foldersOf({ universe, packages }: PlanInput): readonly VersionFolder[] {
  return packages.flatMap((pkg): VersionFolder[] => {
    const found = groupVersionOf(universe, pkg);
    const isShown = pkg.target && found !== undefined && found.version !== internalVersion;
    return isShown && Object.keys(pkg.types).length > 0 ? [{ pkg, ...found }] : [];
  });
}

function groupReference(name: string, folders: readonly VersionFolder[], facts: Facts): GroupReference {
  const converted = facts.converted.filter(({ pkg }) => folders.some((folder) => folder.pkg === pkg));
  const nameOf = (hub: Package): string => folders.find(({ pkg }) => pkg === hub)?.version ?? "internal hub";
  const own = { ...facts, folders, converted, nameOf };
  const [first] = converted;
  const versions = folders.filter(({ pkg }) => converted.some((one) => one.pkg === pkg)).map(({ version }) => version);
  return {
    name,
    versions: folders.map((folder) => versionReference(folder, own)),
    ...(first === undefined ? {} : { conversions: { hub: nameOf(first.hub), converted: versions } }),
    changes: [],
  };
}

/** The facts about the versions of one group. */
interface GroupFacts extends Facts {
  readonly folders: readonly VersionFolder[];
  /** Returns the name of the hub: a version, or `internal hub`. */
  readonly nameOf: (hub: Package) => string;
}

function versionReference({ pkg, group, version }: VersionFolder, facts: GroupFacts): VersionReference {
  const { input, users, samples } = facts;
  const types = Object.values(pkg.types)
    .filter((type) => !isList(type))
    .sort((a, b) => orderStrings(a.name, b.name));
  return {
    version,
    apiVersion: apiVersionOf({ group, version }),
    kinds: types.filter(isObjectKind).map((type) => {
      const comparison = comparisonOfKind(type.name, facts);
      return {
        ...kindReference(input, pkg, { group, version }, type, samples),
        ...(comparison === undefined ? {} : { comparison }),
        losses: lossesIn(pkg, type.name, facts),
        changes: [],
      };
    }),
    types: types.map((type) => ({ ...typeReference(input.universe, type), usedBy: users.get(type.id) ?? [] })),
  };
}

function comparisonOfKind(kind: string, { input, folders, converted }: GroupFacts): VersionComparison | undefined {
  // The hub of a version that is a hub is the version itself.
  const hubOf = (pkg: Package): Package | undefined =>
    (converted.find((one) => one.pkg === pkg) ?? converted.find(({ hub }) => hub === pkg))?.hub;
  const versions = folders.flatMap(({ pkg, version }) => {
    const type = pkg.types[kind];
    return type === undefined ? [] : [{ version, type, hub: hubOf(pkg)?.types[kind] }];
  });
  return versions.length < 2 ? undefined : comparisonOf(input.universe, versions);
}

/** Returns the losses of round trips that begin in a version or lead through it. */
function lossesIn(pkg: Package, kind: string, { converted, nameOf }: GroupFacts): readonly LossesReference[] {
  const trips = converted.flatMap(({ pkg: from, hub, page }): readonly LossesReference[] => {
    const found = page.kinds.find((one) => one.kind === kind);
    if (found === undefined || (from !== pkg && hub !== pkg)) return [];
    const [outer, inner] = [nameOf(hub), page.version];
    const own = hub === pkg ? [] : [lossesOf(`${inner} → ${outer} → ${inner}`, found.fromVersion)];
    return [...own, lossesOf(`${outer} → ${inner} → ${outer}`, found)];
  });
  return trips.filter(({ rows }) => rows.length > 0);
}

const effects = {
  lost: "lost",
  kept: "kept in an annotation",
  maybe: "converted by a function",
  invalid: "invalid",
} as const;

function lossesOf(trip: string, { losses, repeats }: LossyRoundTrip): LossesReference {
  return {
    trip,
    rows: [
      ...losses.map(({ path, certainty, because }) => [[{ code: path }], [effects[certainty]], [because]]),
      ...repeats.map(({ path, as }) => [[{ code: path }], [effects.lost], [`the same fields as in ${as}`]]),
    ],
  };
}
