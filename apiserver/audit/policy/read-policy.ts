import { readFile } from "node:fs/promises";
import { validation } from "@apimachinery/runtime";
import { documentReaders, type MappingEntries, type NodeReader } from "../../yaml/node-reader.js";
import { loadYAML } from "../../yaml/library.js";
import {
  levels,
  stages,
  type GroupResources,
  type PolicyLevel,
  type AuditPolicy,
  type AuditRule,
  type AuditStage,
} from "./policy.js";

const version = "audit.k8s.io/v1";
const policyFields = ["apiVersion", "kind", "metadata", "rules", "omitStages", "omitManagedFields"];
const ruleFields = [
  "level",
  "users",
  "userGroups",
  "verbs",
  "resources",
  "namespaces",
  "nonResourceURLs",
  "omitStages",
  "omitManagedFields",
];

/**
 * Reads the file of --audit-policy-file. Unlike Go, reports an unknown field as an error, because a
 * misspelt field would silently change which requests are audited.
 * @throws Error that lists all problems as `file:line:column: message`
 */
export async function readPolicyFile(file: string): Promise<AuditPolicy> {
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    throw new Error(
      `loading audit policy file: failed to read file path ${JSON.stringify(file)}: ${(error as Error).message}`,
      { cause: error },
    );
  });
  const problems: string[] = [];
  const policy = readPolicy(file, text, problems);
  if (problems.length > 0 || policy === undefined) throw new Error(`loading audit policy file: ${problems.join("\n")}`);
  return policy;
}

/** @param problems receives all problems as `file:line:column: message` */
function readPolicy(file: string, text: string, problems: string[]): AuditPolicy | undefined {
  // Documents after the first are ignored.
  const [reader] = documentReaders(file, text, problems);
  if (problems.length > 0) return undefined;
  if (reader === undefined || reader.document.contents === null) {
    problems.push(`${file}:1:1: the file must contain a Policy of ${version}`);
    return undefined;
  }
  const { contents, errors, warnings } = reader.document;
  if (!reader.requireSyntax([...errors, ...warnings])) return undefined;
  const root = reader.entries(contents, "", policyFields);
  return root === undefined ? undefined : readRoot(reader, root);
}

function readRoot(reader: NodeReader, root: MappingEntries): AuditPolicy {
  reader.requireKind(root, "a Policy", [version]);
  const rules = reader.children(root, "rules", ruleFields).map((rule) => readRule(reader, rule));
  if (rules.length === 0) reader.report(root.values.get("rules") ?? root.node, "loaded illegal policy with 0 rules");
  return {
    rules,
    omitStages: readStages(reader, root),
    omitManagedFields: readBool(reader, root, "omitManagedFields") ?? false,
  };
}

function readRule(reader: NodeReader, entries: MappingEntries): AuditRule {
  const list = (name: string) => reader.texts(entries, name);
  const rule: AuditRule = {
    level: readLevel(reader, entries),
    users: list("users"),
    userGroups: list("userGroups"),
    verbs: list("verbs"),
    resources: reader
      .children(entries, "resources", ["group", "resources", "resourceNames"])
      .map((resources) => readResources(reader, resources)),
    namespaces: list("namespaces"),
    nonResourceURLs: list("nonResourceURLs"),
    omitStages: readStages(reader, entries),
    omitManagedFields: readBool(reader, entries, "omitManagedFields"),
  };
  checkURLs(reader, entries, rule);
  return rule;
}

function readLevel(reader: NodeReader, entries: MappingEntries): PolicyLevel {
  const text = reader.text(entries, "level");
  const level = levels.find((one) => one === text);
  if (text === "") reader.problem(entries, "level", "Required value");
  else if (level === undefined)
    reader.problem(
      entries,
      "level",
      `Unsupported value: ${JSON.stringify(text)}: supported values: ${levels.map((each) => JSON.stringify(each)).join(", ")}`,
    );
  return level ?? "None";
}

function readStages(reader: NodeReader, entries: MappingEntries): readonly AuditStage[] {
  return reader.texts(entries, "omitStages").flatMap((text, index) => {
    const stage = stages.find((one) => one === text);
    if (stage !== undefined) return [stage];
    reportInvalid(reader, entries, `omitStages[${index}]`, text, `allowed stages are ${stages.join(",")}`);
    return [];
  });
}

function readResources(reader: NodeReader, entries: MappingEntries): GroupResources {
  const group = reader.text(entries, "group");
  const resources = reader.texts(entries, "resources");
  const resourceNames = reader.texts(entries, "resourceNames");
  const problems = group === "" || group === "*" ? [] : validation.isDNS1123Subdomain(group);
  if (problems.length > 0) reportInvalid(reader, entries, "group", group, problems.join(","));
  if (resourceNames.length > 0 && resources.length === 0)
    reportInvalid(
      reader,
      entries,
      "resourceNames",
      resourceNames,
      "using resourceNames requires at least one resource",
    );
  return { group, resources, resourceNames };
}

function checkURLs(reader: NodeReader, entries: MappingEntries, rule: AuditRule): void {
  const report = (name: string, value: unknown, why: string) => {
    reportInvalid(reader, entries, name, value, why);
  };
  for (const [index, url] of rule.nonResourceURLs.entries()) {
    if (url === "*") continue;
    if (!url.startsWith("/"))
      report(`nonResourceURLs[${index}]`, url, "non-resource URL rules must begin with a '/' character");
    if (url.slice(0, -1).includes("*"))
      report(
        `nonResourceURLs[${index}]`,
        url,
        "non-resource URL wildcards '*' must be the final character of the rule",
      );
  }
  if (rule.nonResourceURLs.length > 0 && rule.resources.length + rule.namespaces.length > 0)
    report(
      "nonResourceURLs",
      rule.nonResourceURLs,
      "rules cannot apply to both regular resources and non-resource URLs",
    );
}

function readBool(reader: NodeReader, entries: MappingEntries, name: string): boolean | undefined {
  const node = entries.values.get(name);
  if (node === undefined) return undefined;
  if (loadYAML().isScalar(node) && typeof node.value === "boolean") return node.value;
  reader.report(node, `${entries.path === "" ? name : `${entries.path}.${name}`} must be true or false`);
  return undefined;
}

function reportInvalid(reader: NodeReader, entries: MappingEntries, name: string, value: unknown, why: string): void {
  reader.problem(entries, name, `Invalid value: ${JSON.stringify(value)}: ${why}`);
}
