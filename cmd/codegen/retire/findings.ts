import type { CodePlaces } from "./code.js";
import type { CustomDefinition } from "./definitions.js";
import { usedVersion, type DiscoveredResource, type Retired } from "./group.js";
import type { NamingRule } from "./hooks.js";
import type { Metrics } from "./metrics.js";
import type { RewriteResult } from "./rewrite.js";

/** A row of the table: something that needs, or no longer needs, the version. */
export interface RetireFinding {
  readonly what: string;
  readonly subject: string;
  readonly found: string;
  /** The step that resolves the finding; undefined if the finding does not block the removal. */
  readonly step?: RetireStep | undefined;
}

/** The number of objects of a resource, and of those with managed fields in the version. */
export interface ListedResource {
  readonly objects: number;
  /** Number of objects with managed fields in the version, by the name of the manager. */
  readonly managers: ReadonlyMap<string, number>;
}

/** The facts about a version that were read from a server. */
export interface Facts {
  readonly served: readonly string[];
  readonly resources: readonly DiscoveredResource[];
  readonly definitions: readonly CustomDefinition[];
  readonly rules: readonly NamingRule[];
  /** Undefined if the user is not permitted to read metrics. */
  readonly metrics: Metrics | undefined;
  /** Counts by resource, without resources that the user is not permitted to list. */
  readonly listed: ReadonlyMap<string, ListedResource>;
  /** Results of `--migrate` by resource. */
  readonly rewritten: ReadonlyMap<string, RewriteResult>;
  /** Error messages by subject, for subjects that the user is not permitted to read. */
  readonly unread: ReadonlyMap<string, string>;
}

/** Returns a row of the table. */
function row(what: string, subject: string, found: string, step?: RetireStep): RetireFinding {
  return { what, subject, found, step };
}

/** Returns the rows of the table, in the order in which they are printed. */
export function findingsOf(retired: Retired, facts: Facts, code: readonly CodePlaces[]): readonly RetireFinding[] {
  return [
    ...facts.resources.map((resource) => servedFinding(resource, retired, facts)),
    ...facts.resources.map((resource) => storageFinding(resource, retired, facts)),
    ...facts.resources.flatMap((resource) => storedFindings(resource, retired, facts)),
    ...facts.definitions.map((definition) => definitionFinding(definition, retired)),
    ...facts.resources.flatMap((resource) => managerFindings(resource, retired, facts)),
    ...facts.rules.map((rule) => ruleFinding(rule, retired)),
    ...requestFindings(retired, facts),
    ...[...facts.unread].map(([subject, message]) => row("not readable", subject, message, "read it")),
    ...code.map(({ sort, places }) => row("project", sort, shortened(places))),
  ];
}

function servedFinding(resource: DiscoveredResource, { group, version }: Retired, facts: Facts): RetireFinding {
  const { name, versions } = resource;
  const others = versions.filter((one) => one !== version);
  const also = others.length === 0 ? "no other version" : others.join(", ");
  const found = versions.includes(version) ? `yes, and in ${also}` : `no, in ${also}`;
  const step = others.length === 0 && !isUnused(resource, facts) ? "add a version" : undefined;
  return row("served", `${name}.${group}`, found, step);
}

function storageFinding(resource: DiscoveredResource, { group, version }: Retired, facts: Facts): RetireFinding {
  const { name, versions, storageVersion = "unknown: discovery has no storageVersionHash" } = resource;
  // A kind without objects and without other versions is removed together with the version.
  const goesToo = versions.every((one) => one === version) && isUnused(resource, facts);
  const step = isStoredInAnother(resource, version) || goesToo ? undefined : "change the storage version";
  return row("storage version", `${name}.${group}`, storageVersion, step);
}

function isStoredInAnother({ storageVersion }: DiscoveredResource, version: string): boolean {
  return storageVersion !== undefined && storageVersion !== version;
}

/** Reports whether a resource has no objects. */
function isUnused({ name }: DiscoveredResource, { listed }: Facts): boolean {
  return listed.get(name)?.objects === 0;
}

function storedFindings(
  resource: DiscoveredResource,
  { group, version }: Retired,
  facts: Facts,
): readonly RetireFinding[] {
  const subject = `${resource.name}.${group}`;
  const stored = (found: string, step?: RetireStep): RetireFinding => row("stored objects", subject, found, step);
  const done = facts.rewritten.get(resource.name);
  const refused = (done?.refused ?? []).map((message) => stored(`refused: ${message}`, "correct objects"));
  // Some servers update their metrics rarely, so their metrics may be older than the migration.
  if (done !== undefined && refused.length === 0 && isStoredInAnother(resource, version))
    return [stored(`0 of ${String(done.objects)}: all objects were updated`)];
  const counts = facts.metrics?.stored.get(subject);
  if (counts === undefined) {
    if (refused.length > 0) return refused;
    return [
      isUnused(resource, facts) ? stored("0 of 0") : stored("unknown: the server does not count them", "rewrite"),
    ];
  }
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const own = counts.get(`${group}/${version}`) ?? 0;
  const unknown = counts.get("unknown") ?? 0;
  return [
    ...refused,
    stored(`${String(own)} of ${String(all)}`, own > 0 ? "rewrite" : undefined),
    ...(unknown > 0 ? [stored(`${String(unknown)} cannot be read`, "correct objects")] : []),
  ];
}

function definitionFinding({ metadata, status }: CustomDefinition, { version }: Retired): RetireFinding {
  const storedVersions = status?.storedVersions ?? [];
  const step = storedVersions.includes(version) ? "rewrite" : undefined;
  return row("storedVersions", metadata.name, storedVersions.join(", "), step);
}

function managerFindings(
  { name }: DiscoveredResource,
  { group }: Retired,
  { listed }: Facts,
): readonly RetireFinding[] {
  const list = listed.get(name);
  if (list === undefined) return [];
  const subject = `${name}.${group}`;
  const rows = [...list.managers].map(([manager, count]) =>
    row("managedFields", subject, `${objects(count)} with fields of ${manager}`, "rewrite"),
  );
  return rows.length > 0 ? rows : [row("managedFields", subject, "0 objects")];
}

function ruleFinding({ place, isOnlyOne }: NamingRule, { version }: Retired): RetireFinding {
  return isOnlyOne
    ? row("webhooks", place, `matches only ${version}`, "change webhooks")
    : row("webhooks", place, "also matches other versions");
}

function requestFindings({ group, version }: Retired, { metrics }: Facts): readonly RetireFinding[] {
  if (metrics === undefined) return [];
  const since = metrics.since === undefined ? "" : ` since ${metrics.since}`;
  const rows = [...metrics.requests].map(([resource, verbs]) => {
    const counts = [...verbs].map(([verb, count]) => `${String(count)} ${verb}`).join(", ");
    return row("requests", `${resource}.${group}`, `${counts}${since}`, "change clients");
  });
  return rows.length > 0 ? rows : [row("requests", `${group}/${version}`, `0${since}`)];
}

function objects(count: number): string {
  return `${String(count)} object${count === 1 ? "" : "s"}`;
}

function shortened(places: readonly string[]): string {
  const more = places.length > 3 ? `, and ${String(places.length - 3)} more` : "";
  return `${places.slice(0, 3).join(", ")}${more}`;
}

/** The context of the next step, from which its commands are built. */
export interface StepContext extends Retired {
  readonly facts: Facts;
  readonly kubeconfig: string;
  readonly codegen: (args: string) => string;
}

/** Returns sentences about the next step, after which the user runs the command again. */
export function nextStep(findings: readonly RetireFinding[], context: StepContext): string {
  const [, describe] = Object.entries(steps).find(([one]) => findings.some(({ step }) => step === one)) ?? [];
  if (describe !== undefined) return describe(context);
  const { group, version, facts } = context;
  const isKnown = facts.served.includes(version) || findings.some(({ what }) => what === "project");
  return isKnown
    ? lastStep(context)
    : `nothing to do: neither the server nor the project has ${version}; the server has ${facts.served.join(", ")} of ${group}`;
}

/** The steps that resolve findings, in a safe order, with sentences about each step. */
const steps = {
  "add a version": ({ group, version, facts, codegen }) => {
    const kinds = facts.resources.filter((one) => usedVersion(one, { group, version }) === version);
    return `create another version with ${namesOf(kinds)}: ${codegen(`create version --from ${version} --to … --group ${group}`)}`;
  },
  "change the storage version": ({ group, version, facts }) => {
    const kinds = facts.resources.filter((one) => !isStoredInAnother(one, version));
    const others = new Set(kinds.map((one) => usedVersion(one, { group, version })));
    return `make ${[...others].join(" and ")} the storage version of ${namesOf(kinds)}: set storageVersion in the definition of the group, or storage: true of that version in a CustomResourceDefinition. Before you update the objects, every process of the server must have this change`;
  },
  "read it": () => "run the command as a user who may read the resources in these rows",
  "change webhooks": ({ version }) =>
    `change the rules of these webhooks and policies so that they match other versions: without ${version}, they would match no request`,
  "change clients": ({ version }) =>
    `find the clients that send these requests, for example in the audit log, and change them to another version. The numbers are those of one process of the server, and begin at 0 after its restart. In the meantime, the server can continue to serve ${version}`,
  "correct objects": () => "correct or delete the objects that the server refuses or cannot read",
  rewrite: ({ group, version, kubeconfig, codegen }) =>
    `write the objects again: ${codegen(`retire ${version} --group ${group} --kubeconfig ${inShell(kubeconfig)} --migrate`)}`,
} as const satisfies { readonly [step: string]: (context: StepContext) => string };

export type RetireStep = keyof typeof steps;

/** Returns a word for a command line, with quotes if the shell requires them. */
function inShell(word: string): string {
  return /^[\w./:@-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

function namesOf(resources: readonly DiscoveredResource[]): string {
  return resources.map(({ name }) => name).join(" and ");
}

function lastStep({ version, facts }: StepContext): string {
  const isServed = facts.served.includes(version);
  const [definition] = facts.definitions;
  const stop =
    definition === undefined
      ? `unservedVersions: [${JSON.stringify(version)}] in the definition of the group`
      : `served: false in ${definition.metadata.name}`;
  return isServed
    ? `${version} can be removed. First stop serving the version for one release, which you can undo: ${stop}. Then delete the version`
    : `${version} can be removed: delete the version from the code, and run codegen`;
}
