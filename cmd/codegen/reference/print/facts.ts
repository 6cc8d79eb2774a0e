import type { JudgedChange } from "../../breaking/accepted.js";
import { exampleLines, samplesText } from "../../breaking/print.js";
import type { FieldReference, GroupReference, KindReference, LossesReference, Words } from "../model.js";
import { plain, sentence } from "../words.js";

/** Returns the phrases about a field in the order in which they are printed. */
export function describeField({ rules, default: value, merge, access }: FieldReference): readonly Words[] {
  return [
    ...rules,
    ...(value === undefined ? [] : [["default: ", { code: value }]]),
    ...(merge === undefined ? [] : [merge]),
    ...access,
  ];
}

/** Returns facts about a kind, each as a name and a value. */
export function factsOfKind(kind: KindReference): readonly (readonly [name: string, value: Words])[] {
  const { shortNames, categories } = kind;
  const codes = (names: readonly string[]): Words =>
    names.flatMap((name, index): Words => [index === 0 ? "" : ", ", { code: name }]);
  return [
    ["apiVersion", [{ code: kind.apiVersion }]],
    ["scope", [kind.isClusterWide ? "the whole server, without namespaces" : "a namespace"]],
    ["kubectl", [{ code: `kubectl get ${kind.resource}` }, ...names(shortNames, codes)]],
    ["URL", [{ code: kind.path }]],
    ...(kind.hasStatus || kind.hasScale
      ? [["subresources", codes([...(kind.hasStatus ? ["status"] : []), ...(kind.hasScale ? ["scale"] : [])])] as const]
      : []),
    ...(categories.length === 0 ? [] : [["categories", codes(categories)] as const]),
  ];
}

function names(shortNames: readonly string[], codes: (names: readonly string[]) => Words): Words {
  return shortNames.length === 0 ? [] : [", or ", ...codes(shortNames)];
}

/** Returns sentences about the versions of a group and their hub. */
export function versionsInWords({ versions, conversions }: GroupReference): string {
  if (versions.length === 0) return "The group has no versions any more.";
  const all = versions.map(({ version }) => version).join(", ");
  if (conversions === undefined)
    return versions.length === 1 ? `The group has one version, ${all}.` : `Versions: ${all}.`;
  const { hub, converted } = conversions;
  const isVersion = versions.some(({ version }) => version === hub);
  const which = isVersion ? `the version ${hub}, which is the hub` : "an internal hub, which no client sees";
  return `Versions: ${all}. Objects of ${converted.join(", ")} are converted to ${which}, and back.`;
}

/** Explanation above the examples of a kind. */
export const aboutExamples =
  "These objects are valid according to the rules of the types. No object has two fields that exclude each other. Hand-written rules of the server can require more.";

/** Returns sentences about one change since an older state. */
export function changeInWords({ change, accepted }: JudgedChange): string {
  const { severity, message, samples } = change;
  const notes = [
    ...(samples === undefined || severity !== "unknown" ? [] : [samplesText(samples)]),
    ...(accepted === undefined ? [] : [`accepted: ${accepted.reason}`]),
  ];
  return [message, ...notes].map((text) => plain(sentence([text]))).join(" ");
}

/**
 * Returns an object for which both states respond differently, as lines of JSON; empty without an
 * example.
 */
export function exampleOfChange({ change: { example } }: JudgedChange): string {
  return (example === undefined ? [] : exampleLines(example)).map((line) => `${line}\n`).join("");
}

/** Returns the number of changes by severity, such as `2 breaking, 1 compatible`. */
export function countOfChanges({ changes }: KindReference): string {
  const all = changes.flatMap(({ changes: own }) => own.map(({ change }) => change.severity));
  return (["breaking", "unknown", "compatible"] as const)
    .map((severity) => ({ severity, count: all.filter((one) => one === severity).length }))
    .flatMap(({ severity, count }) => (count === 0 ? [] : [`${String(count)} ${severity}`]))
    .join(", ");
}

/** Explanation of the severities of changes. */
export const aboutChanges =
  "Breaking: the server refuses requests or stored objects that were valid before, or reads them differently. Unknown: no tested object shows whether this happens. Compatible: this does not happen.";

/** A table: the names of its columns, and the cells of its rows. */
export interface Cells {
  readonly head: readonly string[];
  readonly rows: readonly (readonly Words[])[];
}

/** Returns the columns of `kubectl get` as a table. */
export function columnCells({ columns }: KindReference): Cells {
  return {
    head: ["column", "type", "value", "description"],
    rows: columns.map(({ name, type, path, description, isWide }) => [
      [name, ...(isWide ? [" (with ", { code: "-o wide" }, ")"] : [])],
      [type],
      [{ code: path }],
      [description],
    ]),
  };
}

/**
 * Returns the cells of the CEL rules of a kind.
 * @param object the words for a rule of the whole object
 */
export function ruleRows({ celRules }: KindReference, object: string): Cells["rows"] {
  return celRules.map(({ path, rule, message, cost, total }) => [
    [path === "" ? object : { code: path }],
    [{ code: rule }],
    [message],
    [cost],
    [total],
  ]);
}

/** Returns the fields that a round trip loses as a table. */
export function lossCells({ fields }: LossesReference): Cells {
  return {
    head: ["field", "effect", "reason"],
    rows: fields.map(({ path, effect, why }) => [[{ code: path }], [effect], [why]]),
  };
}
