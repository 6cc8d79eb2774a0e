import type { JudgedChange } from "../../breaking/accepted.js";
import { exampleLines, samplesText } from "../../breaking/print.js";
import type { GroupReference, KindReference, Row } from "../model.js";
import { plain, sentence } from "../words.js";

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

/** Names of the columns of the table about the columns of `kubectl get`. */
export const columnHead = ["column", "type", "value", "description"];

/** Names of the columns of the table about losses. */
export const lossHead = ["field", "effect", "reason"];

/**
 * Returns the cells of the CEL rules of a kind.
 * @param object the words for a rule of the whole object
 */
export function ruleRows({ celRules }: KindReference, object: string): readonly Row[] {
  return celRules.map(({ path, rule, message, cost, total }) => [
    [path === "" ? object : { code: path }],
    [{ code: rule }],
    [message],
    [cost],
    [total],
  ]);
}
