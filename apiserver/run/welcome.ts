import { resolve } from "node:path";
import { urlOf, type ServerOptions } from "../options/server-options.js";
import { clusterModeOf } from "../options/cluster.js";
import { backendOf } from "../options/storage.js";
import { storageVersionOf } from "../server/group-definition.js";
import { joinGroups } from "../server/join-groups.js";
import type { ServerDefinition } from "./definition.js";
import type { Reach } from "./reach.js";
import type { RunningServer } from "./start.js";

/**
 * Returns the two strings that a server prints at its start: its addresses; then commands to try,
 * and the location of its objects.
 */
export function welcome(
  definition: ServerDefinition,
  options: ServerOptions,
  { url, reach }: Pick<RunningServer, "url" | "reach">,
): readonly [addresses: string, nextSteps: string] {
  const addresses = [`serving on ${url}`, ...addressLines(options, url, reach)];
  const nextSteps = ["", ...nextLines(definition, options), storageLine(options), "Ctrl-C stops the server."];
  return [addresses.join("\n"), nextSteps.join("\n")];
}

function storageLine(options: ServerOptions): string {
  const folder = resolve(options.dataDir);
  const certificates = certificatesLine(options);
  switch (backendOf(options)) {
    case "memory":
      return `Objects are kept in memory: they are gone when the server stops.${certificates}`;
    case "etcd3":
      return `Objects are kept in etcd at ${options.etcdServers.join(", ")}, under ${options.etcdPrefix}.${certificates}`;
    case "embedded":
      return `Objects are kept in ${folder}: the next start uses them again; delete the folder to start with an empty store.`;
  }
}

/**
 * Returns the line with the folder of the certificates. Returns an empty string if the server
 * creates no certificates: its users are those of a cluster, and the serving certificate is given.
 */
function certificatesLine(options: ServerOptions): string {
  const { dataDir, certDir, tlsCertFile } = options;
  if (!clusterModeOf(options).authentication) return ` Certificates are kept in ${resolve(dataDir)}.`;
  return tlsCertFile === "" ? ` Certificates are kept in ${resolve(certDir === "" ? dataDir : certDir)}.` : "";
}

function addressLines({ bindAddress, tlsCertFile }: ServerOptions, url: string, reach: Reach): readonly string[] {
  const { hosts, isEverywhere, names, unnamed } = reach;
  const port = Number(new URL(url).port);
  const others = hosts.slice(1).map((host) => urlOf(host, port));
  const list = others.length === 0 ? "" : `: ${others.join(", ")}`;
  const everywhere = `and on every other address of this machine (--bind-address=${bindAddress})${list}`;
  const more = tlsCertFile === "" ? "; --external-hostname=NAME adds a name" : "";
  const named = names.length === 0 ? "no name" : names.join(", ");
  const certificate = `The certificate is for ${named}${more}. Clients do not accept it at ${unnamed.join(", ")}.`;
  return [...(isEverywhere ? [everywhere] : []), ...(unnamed.length === 0 ? [] : [certificate])];
}

function nextLines({ groups, tryNext }: ServerDefinition, options: ServerOptions): readonly string[] {
  const { writeKubeconfig } = options;
  if (clusterModeOf(options).authentication)
    return [
      "The users and their rights are those of the cluster. kubectl reaches the server through",
      "kube-apiserver, as soon as the cluster has its APIServices and their Service.",
      "",
    ];
  const resources = joinGroups(groups).map(
    (group) => `api-resources --api-group=${storageVersionOf(group).group || "''"}`,
  );
  if (writeKubeconfig === "") {
    const lines = resources.map((words) => `  kubectl --kubeconfig=kubeconfig ${words}`);
    return ["To reach it with kubectl, start it with --write-kubeconfig=kubeconfig, then:", "", ...lines, ""];
  }
  const { lines, note } = tryNext?.(options) ?? { lines: resources.map((words) => `kubectl ${words}`) };
  return [
    "Try in another terminal:",
    "",
    ...[`export KUBECONFIG=${shellWord(resolve(writeKubeconfig))}`, ...lines].map((line) => `  ${line}`),
    "",
    ...(note === undefined ? [] : [note]),
  ];
}

/** Returns a string as one word for a POSIX shell, quoted if necessary. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
