import { goQuote } from "../util/go-quote.js";
import { jsonText } from "../json/values.js";

export type ManagerOperation = "Apply" | "Update";

/** The properties of a managedFields entry that identify a manager. */
export interface ManagerName {
  readonly manager?: string;
  readonly operation?: ManagerOperation;
  readonly apiVersion?: string;
  readonly subresource?: string;
}

const maxNames = 1024;
const maxLength = 512;
const names = new Map<string, ManagerName>();

/**
 * Returns the identifier of a manager: the JSON that Go writes for its managedFields entry without
 * the fields and the time. The identifier of a manager with the operation Apply does not contain
 * the version.
 */
export function managerIdentifier({ manager, operation, apiVersion, subresource }: ManagerName): string {
  const version = operation === "Apply" ? "" : property("apiVersion", apiVersion);
  const text = property("manager", manager) + property("operation", operation) + version;
  return `{${(text + property("subresource", subresource)).slice(1)}}`;
}

function property(name: string, value: string | undefined): string {
  if (value === undefined || value === "") return "";
  return /^[\w./ -]*$/.test(value) ? `,"${name}":"${value}"` : `,"${name}":${jsonText(value)}`;
}

/** Parses the identifier of a manager. Results are cached, because a server has few managers. */
export function managerNameOf(identifier: string): ManagerName {
  const known = names.get(identifier);
  if (known !== undefined) return known;
  const name = JSON.parse(identifier) as ManagerName;
  if (names.size >= maxNames) names.clear();
  if (identifier.length <= maxLength) names.set(identifier, name);
  return name;
}

/**
 * Returns a manager as messages about conflicts name it. Source: `printManager` of apimachinery.
 */
export function printManager(identifier: string): string {
  const { manager = "", operation, apiVersion = "", subresource = "" } = managerNameOf(identifier);
  const name = goQuote(manager) + (subresource === "" ? "" : ` with subresource ${goQuote(subresource)}`);
  return operation === "Update" ? `${name} using ${apiVersion}` : name;
}
