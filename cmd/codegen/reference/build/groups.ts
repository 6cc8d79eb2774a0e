import type { PlanInput } from "../../../../engine/plan/generator.js";
import {
  apiVersionOf,
  compareVersions,
  groupVersionOf,
  internalVersion,
} from "../../../../engine/model/group-version.js";
import type { Package, Universe } from "../../../../engine/model/universe.js";
import { orderStrings } from "../../../../engine/base/problem.js";
import type { ConversionTarget } from "../../../../generators/pairs/target.js";
import { pageOf, type LossyPage, type LossyRoundTrip } from "../../../../generators/lossy/page.js";
import { allRoundTrips } from "../../../../generators/round-trip/all-round-trips.js";
import type { Conversions, GroupReference, APIReference, LossesReference, VersionReference } from "../model.js";
import { comparisonOf } from "./comparison.js";
import { ExampleMaker, type ExampleSample } from "./example.js";
import { isObjectKind, kindReference } from "./kinds.js";
import { isList, typeReference, usersOf } from "./types.js";

/** A folder with the types of a version that clients use. */
interface VersionFolder {
  readonly pkg: Package;
  readonly group: string;
  readonly version: string;
}

/** Returns the reference of the API groups in all folders of a run. */
export function buildReference(input: PlanInput, samples: readonly ExampleSample[]): APIReference {
  const { universe } = input;
  const folders = foldersOf(input);
  const users = usersOf(folders.map(({ pkg }) => pkg));
  const trips = allRoundTrips(input);
  const conversions = trips.targets.map(({ target, roundTrips }) => {
    const group = groupVersionOf(universe, target.types)?.group ?? "";
    return { target, page: pageOf(trips.context, target, group, roundTrips) };
  });
  const examples = new ExampleMaker(universe, samples);
  const groups = [...new Set(folders.map(({ group }) => group))].sort(orderStrings);
  return {
    groups: groups.map((name) => {
      const own = folders.filter(({ group }) => group === name).sort((a, b) => compareVersions(a.version, b.version));
      const converted = conversions.filter(({ target }) => own.some(({ pkg }) => pkg === target.types));
      return new GroupBuilder(input, own, converted, users, examples).build(name);
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

interface Converted {
  readonly target: ConversionTarget;
  readonly page: LossyPage;
}

class GroupBuilder {
  readonly #input: PlanInput;
  readonly #universe: Universe;
  readonly #folders: readonly VersionFolder[];
  readonly #converted: readonly Converted[];
  readonly #users: ReturnType<typeof usersOf>;
  readonly #examples: ExampleMaker;

  constructor(
    input: PlanInput,
    folders: readonly VersionFolder[],
    converted: readonly Converted[],
    users: ReturnType<typeof usersOf>,
    examples: ExampleMaker,
  ) {
    this.#input = input;
    this.#universe = input.universe;
    this.#folders = folders;
    this.#converted = converted;
    this.#users = users;
    this.#examples = examples;
  }

  build(name: string): GroupReference {
    return {
      name,
      versions: this.#folders.map((folder) => this.#version(folder)),
      conversions: this.#conversions(),
      changes: [],
    };
  }

  #version({ pkg, group, version }: VersionFolder): VersionReference {
    const types = Object.values(pkg.types)
      .filter((type) => !isList(type))
      .sort((a, b) => orderStrings(a.name, b.name));
    return {
      group,
      version,
      apiVersion: apiVersionOf({ group, version }),
      kinds: types.filter(isObjectKind).map((type) => {
        const kind = kindReference(this.#input, pkg, { group, version }, type, this.#examples);
        const comparison = this.#comparison(type.name);
        return {
          ...kind,
          ...(comparison === undefined ? {} : { comparison }),
          losses: this.#losses(pkg, type.name),
          changes: [],
        };
      }),
      types: types.map((type) => ({
        ...typeReference(this.#universe, type),
        usedBy: this.#users.get(type.id) ?? [],
      })),
    };
  }

  #comparison(kind: string) {
    const versions = this.#folders.flatMap(({ pkg, version }) => {
      const type = pkg.types[kind];
      return type === undefined ? [] : [{ version, type, hub: this.#hubOf(pkg)?.types[kind] }];
    });
    return versions.length < 2 ? undefined : comparisonOf(this.#universe, versions);
  }

  /**
   * Returns the folder with the hub of a version. Returns the given folder if it contains the hub,
   * and undefined if the version is not converted.
   */
  #hubOf(pkg: Package): Package | undefined {
    const own = this.#converted.find(({ target }) => target.types === pkg)?.target.peers[0];
    const isHub = this.#converted.some(({ target }) => target.peers[0] === pkg);
    return own ?? (isHub ? pkg : undefined);
  }

  #hub(): Package | undefined {
    return this.#converted.find(({ target }) => target.peers.length > 0)?.target.peers[0];
  }

  #conversions(): Conversions {
    const hub = this.#hub();
    if (hub === undefined) return { hubIsVersion: false, converted: [] };
    const converting = new Set(
      this.#converted.filter(({ target }) => target.peers.length > 0).map(({ target }) => target.types),
    );
    return {
      hub: this.#nameOf(hub),
      hubIsVersion: this.#folders.some(({ pkg }) => pkg === hub),
      converted: this.#folders.filter(({ pkg }) => converting.has(pkg)).map(({ version }) => version),
    };
  }

  #nameOf(hub: Package): string {
    return this.#folders.find(({ pkg }) => pkg === hub)?.version ?? "internal hub";
  }

  /** Returns the losses of round trips that begin in a version or lead through it. */
  #losses(pkg: Package, kind: string): readonly LossesReference[] {
    const trips = this.#converted.flatMap(({ target, page }): readonly LossesReference[] => {
      const [hub] = target.peers;
      const found = page.kinds.find((one) => one.kind === kind);
      if (found === undefined || hub === undefined || (target.types !== pkg && hub !== pkg)) return [];
      const [outer, inner] = [this.#nameOf(hub), page.version];
      const own = hub === pkg ? [] : [lossesOf(`${inner} → ${outer} → ${inner}`, found.fromVersion)];
      return [...own, lossesOf(`${outer} → ${inner} → ${outer}`, found)];
    });
    return trips.filter(({ fields }) => fields.length > 0);
  }
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
    fields: [
      ...losses.map(({ path, certainty, because }) => ({ path, effect: effects[certainty], why: because })),
      ...repeats.map(({ path, as }) => ({ path, effect: "lost" as const, why: `the same fields as in ${as}` })),
    ],
  };
}
