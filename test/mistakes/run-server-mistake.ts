import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createLog, newAPIGroup, parseOptionsOf, startAPIServer } from "@apimachinery/apiserver";
import { defaultClientConfig, RESTClient } from "@apimachinery/client";
import { Scheme } from "@apimachinery/runtime";
import { Kinds } from "../../examples/cafe/apis/cafe/v1/zz_generated.register.js";
import { InProcessServer, textOf, type Json } from "../apiserver/harness.js";
import { temporaryFolder } from "../engine/temporary-folder.js";
import type { Mistake } from "./mistake-file.js";
import { mistakenServers } from "./mistaken-servers.js";

const definitionOf = (name: string) => {
  const definition = mistakenServers[name];
  if (definition === undefined) throw new Error(`mistaken-servers.ts has no server ${name}`);
  return definition;
};

/**
 * Starts the server `definition` with the flags of the section `flags` in a new folder. Sections
 * whose names contain a point are files in the folder.
 * @returns what the program prints if it does not start, or `the server starts`
 */
export async function outputOfStart(mistake: Mistake): Promise<string> {
  const definition = definitionOf(sectionOf(mistake, "definition") ?? "cafe");
  const folder = temporaryFolder(
    Object.fromEntries(mistake.sections.filter(({ name }) => /[./]/.test(name)).map(({ name, text }) => [name, text])),
  );
  const inFolder = (text: string) => text.replaceAll("$PWD", folder);
  const always = ["--bind-address=127.0.0.1", "--secure-port=0", `--data-dir=${folder}/cafe.local`];
  const flags = (sectionOf(mistake, "flags") ?? "").split("\n").filter((flag) => flag !== "");
  let output = "";
  const append = (text: string): void => {
    output += text;
  };
  const parsed = parseOptionsOf(definition, [...always, ...flags.map(inFolder)], { out: append, err: append });
  if ("options" in parsed) {
    const log = createLog({ v: 0, loggingFormat: "text" }, append);
    try {
      const server = await startAPIServer(definition, parsed.options, log);
      await server.stop();
      output += "the server starts\n";
    } catch (error) {
      output += `${error instanceof Error ? error.message : String(error)}\n`;
    }
  }
  return output.replaceAll(folder, "$PWD");
}

/**
 * Sends the request of a mistake to a server. The section `existing` is an object that the server
 * has already.
 * @returns the status, the message and its causes, and the lines that the server logs
 */
export async function outputOfRequest(mistake: Mistake): Promise<string> {
  const definition = definitionOf(sectionOf(mistake, "definition") ?? "cafe");
  const anonymous = sectionOf(mistake, "client") === "anonymous";
  const server = new InProcessServer({
    ...(anonymous ? { user: null } : {}),
    groups: definition.groups.map(
      (group) => (storage) => newAPIGroup(group, { scheme: new Scheme("cafe"), storage, keyPrefix: "/registry/cafe" }),
    ),
  });
  const [head = "", ...body] = (sectionOf(mistake, "request") ?? "").split("\n\n");
  const [first = "", ...lines] = head.trim().split("\n");
  const [method = "", uri = ""] = first.split(" ");
  const headers = Object.fromEntries(lines.map((line) => line.toLowerCase().split(": ") as [string, string]));
  const created = sectionOf(mistake, "existing");
  if (created !== undefined) {
    const collection = method === "POST" ? uri : uri.slice(0, uri.lastIndexOf("/"));
    const reply = await server.send("POST", collection, { headers, body: created });
    if (reply.status !== 201) throw new Error(reply.text);
  }
  const reply = await server.send(method, uri, { headers, body: body.join("\n\n") });
  const { status, json, text, headers: answered } = reply;
  const warning = new Map(Object.entries(answered)).get("warning");
  const shown = textOf(json["reason"]) === "" ? text : `${textOf(json["reason"])}: ${textOf(json["message"])}`;
  return [
    `${status} ${shown.trimEnd()}`,
    ...causesOf(json),
    ...(warning === undefined ? [] : [`Warning: ${String(warning)}`]),
    ...server.logged.map((line) => `log: ${line}`),
  ]
    .map((line) => `${line}\n`)
    .join("");
}

function causesOf({ details }: Json): string[] {
  const causes = details?.["causes"];
  if (!Array.isArray(causes)) return [];
  return (causes as Json[]).map(({ field, message }) => `    ${textOf(field)}: ${textOf(message)}`);
}

/** Uses the client with the kubeconfig of the mistake, and lists coffees. */
export async function outputOfClient(mistake: Mistake): Promise<string> {
  const folder = temporaryFolder();
  const text = sectionOf(mistake, "kubeconfig");
  const kubeconfig = join(folder, "kubeconfig");
  if (text !== undefined) writeFileSync(kubeconfig, text);
  try {
    const { config } = await defaultClientConfig({ kubeconfig });
    const client = new RESTClient(config);
    try {
      await client.resource(Kinds.Coffee).namespace("default").list();
      return "listed\n";
    } finally {
      await client.close();
    }
  } catch (error) {
    return `${String(error)}\n`.replaceAll(folder, "$PWD");
  }
}

function sectionOf({ sections }: Mistake, section: string): string | undefined {
  return sections.find(({ name }) => name === section)?.text.trimEnd();
}
