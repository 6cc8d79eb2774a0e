import { findConfiguration } from "../../engine/config/find.js";
import { isVersion } from "../../engine/model/group-version.js";
import { packageManagerOf } from "../../engine/package-manager.js";
import { nearest } from "../../engine/util/nearest.js";
import { exit, type ExitCode } from "./exit.js";
import { codeOf, loadClient, type Client, type ClientModule } from "./retire/client.js";
import { codeThatNames } from "./retire/code.js";
import { definitionsOf, forgetStoredVersions, type Definition } from "./retire/definitions.js";
import { findingsOf, nextStep, type Facts, type Finding } from "./retire/findings.js";
import { groupNames, resourcesOf, servedVersions, usedVersion, type Resource, type Retired } from "./retire/group.js";
import { rulesThatName } from "./retire/hooks.js";
import { readMetrics } from "./retire/metrics.js";
import { objectsOf, rewriteObjects, type Rewritten } from "./retire/rewrite.js";
import { misused } from "./usage.js";
import type { Terminal } from "./terminal.js";

/** Command-line options, in the form in which the library commander passes them. */
export interface RetireOptions {
  readonly group?: string;
  readonly kubeconfig?: string;
  readonly migrate?: boolean;
}

const example = "retire v1alpha1 --group cafe.example.com --kubeconfig kubeconfig";

/**
 * Runs `codegen retire VERSION`: prints what still needs a version of a group, and the next safe
 * step. With `--migrate`, it writes all objects again before. The exit code is 0 only if the
 * version can go.
 */
export async function retire(version: string, options: RetireOptions, terminal: Terminal): Promise<ExitCode> {
  const { group = "", kubeconfig = "", migrate = false } = options;
  const missing = [...(group === "" ? ["--group"] : []), ...(kubeconfig === "" ? ["--kubeconfig"] : [])];
  if (missing.length > 0) return misused(`missing ${missing.join(", ")}`, example, terminal);
  const manager = packageManagerOf(terminal.cwd);
  const module = await loadClient(terminal.cwd);
  if (module === undefined) {
    const install = manager.add(["@apimachinery/client"], "development");
    return fail(`retire needs @apimachinery/client, which is not installed here:\n  ${install}`, terminal);
  }
  let client: Client | undefined;
  try {
    client = new module.RESTClient((await module.defaultClientConfig({ kubeconfig })).config);
    const retired = { group, version };
    const served = await servedVersions(client, group);
    if (served === undefined) return fail(await unknownGroup(client, group), terminal);
    const facts = await readFacts({ client, module, retired, served, migrate });
    const code = codeThatNames(findConfiguration(terminal.cwd).root, retired);
    const findings = findingsOf(retired, facts, code);
    const fault = unknownVersion(retired, facts, findings);
    if (fault !== undefined) return fail(fault, terminal);
    terminal.out(tableOf(findings));
    terminal.out(`\nNext: ${nextStep(findings, { ...retired, facts, kubeconfig, codegen: manager.codegen })}.\n`);
    return findings.some(({ step }) => step !== undefined) ? exit.problems : exit.done;
  } catch (error) {
    if (!(error instanceof Error) || isBug(error)) throw error;
    return fail(error.message, terminal);
  } finally {
    await client?.close();
  }
}

/** Errors of the client say what is wrong with the kubeconfig, the connection or a request. */
function isBug(error: Error): boolean {
  return !["KubeconfigError", "ConnectionError", "StatusError"].includes(error.name);
}

function fail(message: string, terminal: Terminal): ExitCode {
  terminal.err(`codegen: ${message}\n`);
  return exit.usage;
}

async function unknownGroup(client: Client, group: string): Promise<string> {
  const known = await groupNames(client);
  const meant = nearest(group, known);
  return `${client.server} has no group ${group}: ${meant === undefined ? `it has ${known.join(", ")}` : `did you mean ${meant}?`}`;
}

/**
 * Returns the fault of a version that nothing names and whose name is no version: it is misspelt. A
 * version with a usual name can have been removed already.
 */
function unknownVersion({ group, version }: Retired, facts: Facts, findings: readonly Finding[]): string | undefined {
  const { served, definitions = [] } = facts;
  const isKnown =
    served.includes(version) ||
    isVersion(version) ||
    definitions.some(({ versions }) => versions.some(({ name }) => name === version)) ||
    findings.some(({ step, what }) => what === "project" || step === "rewrite");
  if (isKnown) return undefined;
  const meant = nearest(version, served);
  return `${group} has no version ${version}: ${meant === undefined ? `it has ${served.join(", ")}` : `did you mean ${meant}?`}`;
}

interface Reading {
  readonly client: Client;
  readonly module: ClientModule;
  readonly retired: Retired;
  readonly served: readonly string[];
  readonly migrate: boolean;
}

async function readFacts(reading: Reading): Promise<Facts> {
  const { client, module, retired, served, migrate } = reading;
  const unread = new Map<string, string>();
  const permitted = <T>(subject: string, result: Promise<T>): Promise<T | undefined> =>
    result.catch((error: unknown) => {
      if (codeOf(error) !== 403 && codeOf(error) !== 401) throw error;
      unread.set(subject, (error as Error).message);
      return undefined;
    });
  const readDefinitions = () => permitted("CustomResourceDefinitions", definitionsOf(client, retired.group));
  const definitions = await readDefinitions();
  const resources = await resourcesOf(client, retired, served, definitions ?? []);
  const rewritten = migrate ? await rewriteAll(reading, resources, definitions ?? []) : new Map<string, Rewritten>();
  // The requests below must not be among those that are counted.
  const metrics = await permitted("/metrics", readMetrics(client, retired));
  const managers = new Map<string, ReadonlyMap<string, number>>();
  for (const resource of resources) {
    const counted = await permitted(
      `${resource.name}.${retired.group}`,
      managersOf({ client, module }, resource, retired),
    );
    if (counted !== undefined) managers.set(resource.name, counted);
  }
  return {
    served,
    resources,
    definitions: migrate ? await readDefinitions() : definitions,
    rules: await permitted("webhooks and admission policies", rulesThatName(client, retired, served)),
    metrics,
    managers,
    rewritten,
    unread,
  };
}

/** Writes the objects of all resources again, except of those that are stored in the version. */
async function rewriteAll(
  { client, module, retired }: Reading,
  resources: readonly Resource[],
  definitions: readonly Definition[],
): Promise<ReadonlyMap<string, Rewritten>> {
  const results = new Map<string, Rewritten>();
  for (const resource of resources) {
    if (resource.storageVersion === retired.version || usedVersion(resource, retired) === retired.version) continue;
    const result = await rewriteObjects(client, module, resource, retired);
    results.set(resource.name, result);
    const definition = definitions.find((one) => one.resource === resource.name);
    if (definition !== undefined && result.refused.length === 0) await forgetStoredVersions(client, definition);
  }
  return results;
}

/** Returns the numbers of objects whose fields were written in the version, by manager. */
async function managersOf(
  { client, module }: Pick<Reading, "client" | "module">,
  resource: Resource,
  retired: Retired,
): Promise<ReadonlyMap<string, number>> {
  const apiVersion = `${retired.group}/${retired.version}`;
  const counts = new Map<string, number>();
  for await (const { items } of objectsOf(client, module, resource, retired).pages({ limit: 500 }))
    for (const { metadata } of items)
      for (const { manager = "", operation = "", apiVersion: of } of metadata.managedFields ?? [])
        if (of === apiVersion) {
          const key = `${manager} (${operation})`;
          counts.set(key, (counts.get(key) ?? 0) + 1);
        }
  return counts;
}

/** Returns a table of the findings for the terminal. */
function tableOf(findings: readonly Finding[]): string {
  const rows = [
    ["BLOCKS", "WHAT", "OF", "FOUND"],
    ...findings.map(({ what, subject, found, step }) => [step === undefined ? "no" : "yes", what, subject, found]),
  ];
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
  return rows.map((row) => `${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("   ")}\n`).join("");
}
