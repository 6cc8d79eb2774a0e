import type { OptionProblem } from "../../engine/plan/generator.js";
import { isRecord } from "../../engine/util/is-record.js";
import { crdErrors, formProblems, pathsOfField, type CRD, type DefinitionPath } from "../../runtime/crd/index.js";

const service = { namespace: "pizza-crd", name: "webhook", path: "/convert" };
const example = { service };
const keys = ["service", "url", "caBundle", "conversionReviewVersions"];

/**
 * Paths of the properties of a `conversion` entry except `caBundle`, each with a description of the
 * valid values and an example.
 */
const parts: readonly (readonly [path: string, wanted: string, example?: unknown])[] = [
  ["service.port", "a port from 1 to 65535", 443],
  ["service.path", "a path that starts with / and consists of DNS names between slashes"],
  ["service", "an object with namespace and name", service],
  ["url", "a URL: https://…"],
  ["conversionReviewVersions", "a list of versions that contains v1 or v1beta1", ["v1"]],
];

/** Returns the problems in the option `conversion`, which contains webhooks by API group. */
export function conversionOptionProblems(value: unknown): readonly OptionProblem[] {
  if (!isRecord(value)) {
    const wanted = "an object with names of groups as keys, and webhooks as values";
    return [{ path: [], wanted, example: { "example.com": example } }];
  }
  return Object.entries(value).flatMap(([group, entry]) =>
    entryProblems(entry).map((problem) => ({ ...problem, path: [group, ...problem.path] })),
  );
}

function entryProblems(entry: unknown): readonly OptionProblem[] {
  if (!isRecord(entry)) return [{ path: [], wanted: "an object with service or url", example }];
  const { caBundle, conversionReviewVersions = ["v1"], ...clientConfig } = entry;
  const isFile = caBundle === undefined || (typeof caBundle === "string" && caBundle !== "");
  const problems = wrongParts({ clientConfig, conversionReviewVersions }).map(problemAt);
  return [
    ...new Map(problems.map((problem) => [problem.path.join("."), problem])).values(),
    ...(isFile ? [] : [{ path: ["caBundle"], wanted: "the path of a file with certificates" }]),
  ];
}

/** Returns the paths of the webhook properties that API servers reject or that are null. */
function wrongParts(webhook: object): readonly string[] {
  const crd: CRD = { spec: { conversion: { strategy: "Webhook", webhook } } };
  const ofForm = formProblems(crd);
  const nulls = nullsIn(webhook, ["spec", "conversion", "webhook"]);
  const isRead = nulls.length === 0 && ofForm.every(({ wanted }) => wanted === undefined);
  const errors = isRead ? crdErrors(crd).filter(({ field }) => field.startsWith("spec.conversion.")) : [];
  const places = [
    ...ofForm.map(({ place }) => place),
    ...nulls,
    ...errors.flatMap(({ field }) => pathsOfField(crd, field)),
  ];
  return places.map((place) =>
    place
      .slice(3)
      .filter((key) => key !== "clientConfig")
      .join("."),
  );
}

/** Returns the paths of all null values. API servers treat null as absent. */
function nullsIn(value: unknown, place: DefinitionPath): readonly DefinitionPath[] {
  if (value === null) return [place];
  if (typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, one]) => nullsIn(one, [...place, key]));
}

function problemAt(path: string): OptionProblem {
  if (path === "") return { path: [], wanted: "an object with either service or url", example };
  const part = parts.find(([name]) => path === name || path.startsWith(`${name}.`));
  if (part === undefined) return { path: path.split("."), wanted: `omitted: the valid keys are ${keys.join(", ")}` };
  const [name, wanted, shown] = part;
  return { path: name.split("."), wanted, ...(shown === undefined ? {} : { example: shown }) };
}
