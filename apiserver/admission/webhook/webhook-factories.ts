import type { Logger } from "../../logging/logger.js";
import { ClusterNamespaces } from "../cluster-namespaces.js";
import type { PluginConfigurations, PluginConfiguration } from "../configuration.js";
import type { AdmissionContext, PluginFactory } from "../initializer.js";
import type { AdmissionPlugin } from "../plugin.js";
import type { ServiceResolver } from "./hook-address.js";
import { HookClients } from "./hook-clients.js";
import { HookSource } from "./hook-source.js";
import { mutatingWebhookName, mutatingWebhooks } from "./mutating-webhooks.js";
import type { WebhookObserver } from "./observer.js";
import { validatingWebhookName, validatingWebhooks, type WebhookTools } from "./validating-webhooks.js";
import type { WebhookType } from "./webhook-configuration.js";
import { readFile } from "node:fs/promises";
import { isAbsolute } from "node:path";
import { parseKubeconfig } from "@apimachinery/client";
import { warnOfGivenSecret } from "../../certificates/own-file.js";
import { HookUsers } from "./hook-users.js";

/** Settings of both webhook plugins. */
export interface WebhookConfig {
  readonly log: Logger;
  readonly observer: WebhookObserver;
  /** Returns the URL of a service; undefined to use the DNS name of the service. */
  readonly resolveService: ServiceResolver | undefined;
}

/** Factories of the webhook plugins. */
export interface WebhookFactories {
  readonly mutating: PluginFactory;
  readonly validating: PluginFactory;
}

/**
 * Reads the credentials for webhooks, and returns the factories of the webhook plugins.
 * @throws Error for a configuration that cannot be read or used
 */
export async function webhookFactories(
  config: WebhookConfig,
  configurations: PluginConfigurations,
): Promise<WebhookFactories> {
  const of = (name: string, type: WebhookType, make: (tools: WebhookTools) => AdmissionPlugin) =>
    newFactory(config, configurations, name, type, make);
  return {
    mutating: await of(mutatingWebhookName, "mutating", mutatingWebhooks),
    validating: await of(validatingWebhookName, "validating", validatingWebhooks),
  };
}

async function newFactory(
  { log, observer, resolveService }: WebhookConfig,
  configurations: PluginConfigurations,
  name: string,
  type: WebhookType,
  make: (tools: WebhookTools) => AdmissionPlugin,
): Promise<PluginFactory> {
  const users = await readUsers(configurations.of(name), log);
  return {
    name,
    needsCluster: true,
    build: ({ external, authorizers }: AdmissionContext) => {
      if (external === undefined) throw new Error("kubernetes client is not properly setup");
      const clients = new HookClients(users, resolveService);
      const source = new HookSource(external, type);
      return make({ type, clients, log, source, observer, authorizers, namespaces: new ClusterNamespaces(external) });
    },
  };
}

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
