import { findConfiguration } from "../../engine/config/find.js";
import { isVersion } from "../../engine/model/group-version.js";
import { packageManagerOf } from "../../engine/base/package-manager.js";
import { nearest } from "../../engine/util/nearest.js";
import { exit, type ExitCode } from "./exit.js";
import { UsageError } from "./failure.js";
import { alignedLines } from "./report/aligned.js";
import { connect, loadClient, type Client } from "./retire/client.js";
import { codeThatNames } from "./retire/code.js";
import { listDefinitions } from "./retire/definitions.js";
import { findingsOf, nextStep, type RetireFinding } from "./retire/findings.js";
import { groupNames, servedVersions } from "./retire/group.js";
import { Permitted, readFacts } from "./retire/read-facts.js";
import { misuse } from "./usage.js";
import type { Terminal } from "./terminal.js";

/** Command-line options, in the form in which the library commander passes them. */
export interface RetireOptions {
  readonly group?: string;
  readonly kubeconfig?: string;
  readonly migrate?: boolean;
}

const example = "retire v1alpha1 --group cafe.example.com --kubeconfig kubeconfig";

/**
 * Runs `codegen retire VERSION`: prints the clients and objects that still need a version of a
 * group, and the next safe step. With `--migrate`, first rewrites all stored objects. The exit code
 * is 0 only if the version can be removed.
 */
export async function retire(version: string, options: RetireOptions, terminal: Terminal): Promise<ExitCode> {
  const { group = "", kubeconfig = "", migrate = false } = options;
  const missing = [...(group === "" ? ["--group"] : []), ...(kubeconfig === "" ? ["--kubeconfig"] : [])];
  if (missing.length > 0) throw misuse(`missing ${missing.join(", ")}`, example, terminal);
  const manager = packageManagerOf(terminal.cwd);
  const module = await loadClient(terminal.cwd);
  if (module === undefined) {
    const install = manager.add(["@apimachinery/client"], "development");
    throw new UsageError(`retire requires @apimachinery/client, which is not installed in this project:\n  ${install}`);
  }
  let client: Client | undefined;
  try {
    client = await connect(module, kubeconfig);
    const retired = { group, version };
    const served = await servedVersions(client, group);
    if (served === undefined)
      throw new UsageError(`${client.server} has no group ${group}: ${suggestion(group, await groupNames(client))}`);
    const permitted = new Permitted();
    const definitions = await permitted.read("CustomResourceDefinitions", listDefinitions(client, group));
    const known = [...served, ...(definitions ?? []).flatMap(({ spec }) => spec.versions.map(({ name }) => name))];
    // A version with a usual name may have been removed already, so it is not an error.
    if (!isVersion(version) && !known.includes(version))
      throw new UsageError(`${group} has no version ${version}: ${suggestion(version, known)}`);
    const facts = await readFacts({ client, module, retired, served, migrate, definitions, permitted });
    const findings = findingsOf(retired, facts, codeThatNames(findConfiguration(terminal.cwd).root, retired));
    terminal.out(tableOf(findings));
    terminal.out(`\nNext: ${nextStep(findings, { ...retired, facts, kubeconfig, codegen: manager.codegen })}.\n`);
    return findings.some(({ step }) => step !== undefined) ? exit.problems : exit.done;
  } catch (error) {
    if (error instanceof Error && isProblemOfServer(error)) throw new UsageError(error.message);
    throw error;
  } finally {
    await client?.close();
  }
}

/**
 * Reports whether an error is caused by the connection or by a request, so that its message
 * suffices for the user.
 */
function isProblemOfServer(error: Error): boolean {
  return ["ConnectionError", "StatusError", "ResponseTooLargeError"].includes(error.name);
}

function suggestion(name: string, known: readonly string[]): string {
  const meant = nearest(name, known);
  return meant === undefined ? `known names are ${known.join(", ")}` : `did you mean ${meant}?`;
}

/** Returns the findings as a table for the terminal. */
function tableOf(findings: readonly RetireFinding[]): string {
  const rows = [
    ["BLOCKS", "WHAT", "OF", "FOUND"],
    ...findings.map(({ what, subject, found, step }) => [step === undefined ? "no" : "yes", what, subject, found]),
  ];
  return `${alignedLines(rows, "   ").join("\n")}\n`;
}
