import { readFile } from "node:fs/promises";
import { isAbsolute } from "node:path";
import { parseKubeconfig } from "@apimachinery/client";
import { warnOfGivenSecret } from "../../certificates/own-file.js";
import type { PluginConfiguration } from "../configuration.js";
import { HookUsers } from "./hook-users.js";

const apiVersion = "apiserver.config.k8s.io/v1";
const kind = "WebhookAdmissionConfiguration";

/**
 * Reads the credentials for webhooks from the kubeconfig file whose path is in a
 * WebhookAdmissionConfiguration.
 * @param configuration configuration of the plugin; undefined if the server has no credentials for
 *   webhooks
 * @param warn called with a warning about the permissions of the file
 * @throws Error for an invalid configuration or kubeconfig
 */
export async function readUsers(
  configuration: PluginConfiguration | undefined,
  warn: (message: string) => void,
): Promise<HookUsers> {
  if (configuration === undefined) return new HookUsers(undefined);
  const { value, position } = configuration;
  const file = fileIn(value, position);
  if (file === "") return new HookUsers(undefined);
  await warnOfGivenSecret(`${position}: kubeConfigFile`, file, warn);
  try {
    return new HookUsers(parseKubeconfig(file, await readFile(file, "utf8")));
  } catch (error) {
    throw new Error(`${position}: kubeConfigFile: ${(error as Error).message}`, { cause: error });
  }
}

const fields: readonly string[] = ["apiVersion", "kind", "kubeConfigFile", "staticManifestsDir"];

function fileIn(value: unknown, position: string): string {
  const found: Readonly<Record<string, unknown>> = typeof value === "object" && value !== null ? { ...value } : {};
  const problem = problemOf(found);
  if (problem !== undefined) throw new Error(`${position}: ${problem}`);
  const { kubeConfigFile: file = "" } = found;
  return String(file);
}

function problemOf(found: Readonly<Record<string, unknown>>): string | undefined {
  if (found["apiVersion"] !== apiVersion || found["kind"] !== kind)
    return `the configuration must be a ${kind} of ${apiVersion}`;
  const unknown = Object.keys(found).find((name) => !fields.includes(name));
  if (unknown !== undefined) return `unknown field ${JSON.stringify(unknown)}`;
  const { kubeConfigFile: file = "", staticManifestsDir = "" } = found;
  if (staticManifestsDir !== "") return "staticManifestsDir is not supported: create the webhooks in the cluster";
  if (typeof file !== "string") return "kubeConfigFile must be a string";
  return file === "" || isAbsolute(file)
    ? undefined
    : `kubeConfigFile: Invalid value: ${JSON.stringify(file)}: must be an absolute file path`;
}
