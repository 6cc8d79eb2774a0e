import { oncePerText } from "../util/once-per.js";
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

/** Parses the identifier of a manager. Results are kept, because a server has few managers. */
export const managerNameOf = oncePerText(1024, (identifier) => JSON.parse(identifier) as ManagerName, 512);

/**
 * Returns a manager as messages about conflicts name it. Source: `printManager` of apimachinery.
 */
export function printManager(identifier: string): string {
  const { manager = "", operation, apiVersion = "", subresource = "" } = managerNameOf(identifier);
  const name = goQuote(manager) + (subresource === "" ? "" : ` with subresource ${goQuote(subresource)}`);
  return operation === "Update" ? `${name} using ${apiVersion}` : name;
}
