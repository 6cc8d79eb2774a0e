import type { OptionFault } from "../../engine/generator.js";

const service = { namespace: "pizza-crd", name: "webhook", path: "/convert" };
const example = { service };
const keys = ["service", "url", "caBundle", "conversionReviewVersions"];

/** Returns the faults in the option `conversion`: webhooks by the name of the group. */
export function conversionFaults(value: unknown): readonly OptionFault[] {
  if (!isRecord(value)) {
    const wanted = "an object with the name of a group and its webhook";
    return [{ path: [], wanted, example: { "example.com": example } }];
  }
  return Object.entries(value).flatMap(([group, entry]) =>
    entryFaults(entry).map((fault) => ({ ...fault, path: [group, ...fault.path] })),
  );
}

function entryFaults(entry: unknown): readonly OptionFault[] {
  if (!isRecord(entry)) return [{ path: [], wanted: "an object with service or url", example }];
  const has = (key: string): boolean => entry[key] !== undefined;
  if (has("service") === has("url")) return [{ path: [], wanted: "an object with either service or url", example }];
  const unknown = Object.keys(entry).filter((key) => !keys.includes(key));
  return [
    ...unknown.map((key) => ({ path: [key], wanted: `left out: the keys are ${keys.join(", ")}` })),
    ...(has("service") ? serviceFaults(entry["service"]) : []),
    ...textFaults(entry, "url", "an address: https://…", /^https:\/\/\S+$/),
    ...textFaults(entry, "caBundle", "the path of a file with certificates", /./),
    ...versionFaults(entry["conversionReviewVersions"]),
  ];
}

function serviceFaults(given: unknown): readonly OptionFault[] {
  if (!isRecord(given) || typeof given["namespace"] !== "string" || typeof given["name"] !== "string")
    return [{ path: ["service"], wanted: "an object with namespace and name", example: service }];
  const { port = 443 } = given;
  const isPort = typeof port === "number" && Number.isInteger(port) && port > 0 && port < 65_536;
  const faults = textFaults(given, "path", "a path that starts with /", /^\//);
  return [
    ...(isPort ? [] : [{ path: ["service", "port"], wanted: "a port from 1 to 65535", example: 443 }]),
    ...faults.map((fault) => ({ ...fault, path: ["service", ...fault.path] })),
  ];
}

function textFaults(of: JSONRecord, key: string, wanted: string, form: RegExp): readonly OptionFault[] {
  const value = of[key];
  return value === undefined || (typeof value === "string" && form.test(value)) ? [] : [{ path: [key], wanted }];
}

function versionFaults(given: unknown): readonly OptionFault[] {
  const isList = Array.isArray(given) && given.length > 0 && given.every((one) => typeof one === "string");
  return given === undefined || isList
    ? []
    : [{ path: ["conversionReviewVersions"], wanted: "a list of versions", example: ["v1"] }];
}

type JSONRecord = Readonly<Record<string, unknown>>;

function isRecord(value: unknown): value is JSONRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
