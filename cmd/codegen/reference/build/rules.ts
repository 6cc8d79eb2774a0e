import type { Marker } from "../../../../engine/markers/marker.js";
import { unquote } from "../../../../engine/markers/grammar.js";
import {
  byPart,
  statedConstraints,
  type StatedConstraint,
} from "../../../../generators/json-schema/stated-constraint.js";
import { bounds } from "../../../../runtime/schema/limits.js";
import type { Word, Words } from "../model.js";
import { codes } from "../words.js";

/**
 * Returns the rules in the markers of a type or field as phrases, such as `1 to 63 characters`.
 * Omits CEL rules, defaults, and the rules that `updateRulesIn` returns.
 */
export function describeRules(markers: readonly Marker[]): readonly Words[] {
  return [
    ...byPart(statedConstraints(markers)).flatMap(phrasesOfPart),
    ...markers.flatMap((marker) => ownPhrases(marker)),
  ];
}

function phrasesOfPart(stated: readonly StatedConstraint[]): readonly Words[] {
  const [first] = stated;
  const subject = (first?.steps ?? []).map(subjectOf).join("");
  const values = new Map(stated.map(({ keyword, value }) => [keyword, value]));
  return phrases(values).map((phrase) => (subject === "" ? phrase : [subject, ...phrase]));
}

function subjectOf(step: string): string {
  if (step === "each") return "each item: ";
  return step === "keys" ? "each key: " : `${step.replace(/^property /, "")}: `;
}

type Values = ReadonlyMap<string, unknown>;

/** Returns phrases for the constraints of one value, in the order in which they are printed. */
function phrases(values: Values): readonly Words[] {
  return [
    range(values, bounds.characters, "character"),
    range(values, bounds.items, "item"),
    range(values, bounds.properties, "entry", "entries"),
    limits(values),
    one(values, "maxBytes", (most) => [`at most ${count(most)} bytes`]),
    one(values, "multipleOf", (of) => [`a multiple of ${count(of)}`]),
    one(values, "format", (name) => ["must have the format ", ...codes([name])]),
    one(values, "pattern", (pattern) => ["must match ", ...codes([pattern])]),
    one(values, "enum", (members) => ["one of ", ...codes(members as readonly unknown[])]),
    one(values, "neq", (value) => ["not ", { code: JSON.stringify(value) }]),
    one(values, "uniqueItems", (is) => (is === true ? ["no two items are equal"] : [])),
    one(values, "nullable", (is) => (is === true ? ["may be null"] : [])),
  ].filter((phrase) => phrase.length > 0);
}

function one(values: Values, keyword: string, phrase: (value: unknown) => Words): Words {
  return values.has(keyword) ? phrase(values.get(keyword)) : [];
}

function range(values: Values, [least, most]: readonly [string, string], noun: string, plural = `${noun}s`): Words {
  const [from, to] = [values.get(least), values.get(most)];
  const things = (number: unknown): string => `${count(number)} ${number === 1 ? noun : plural}`;
  if (from === undefined && to === undefined) return [];
  if (to === undefined) return from === 1 && noun === "character" ? ["not empty"] : [`at least ${things(from)}`];
  if (from === undefined || from === 0) return [`at most ${things(to)}`];
  return [from === to ? `exactly ${things(to)}` : `${count(from)} to ${things(to)}`];
}

function limits(values: Values): Words {
  const [least, most] = [values.get("minimum"), values.get("maximum")];
  const above = values.get("exclusiveMinimum") === true;
  const below = values.get("exclusiveMaximum") === true;
  if (least !== undefined && most !== undefined && !above && !below) return [`${count(least)} to ${count(most)}`];
  const from = least === undefined ? [] : [`${above ? "greater than" : "at least"} ${count(least)}`];
  const to = most === undefined ? [] : [`${below ? "less than" : "at most"} ${count(most)}`];
  const both = [...from, ...to].join(" and ");
  return both === "" ? [] : [both];
}

/** Returns a number as a string with thousands separators. */
function count(value: unknown): string {
  const text = String(value);
  return /^-?\d{5,}$/.test(text) ? text.replace(/\B(?=(\d{3})+$)/g, ",") : text;
}

/** Phrases for markers that do not constrain a single value. */
const sentences: Readonly<Record<string, (value: string) => Words>> = {
  "k8s:forbidden": () => ["must not be set"],
  "k8s:monotonic": () => ["an update must not decrease the value"],
  "k8s:unionMember": () => ["exactly one member of the union must be set"],
  "k8s:unionDiscriminator": () => ["contains the name of the member of the union that is set"],
  "k8s:zeroOrOneOfMember": () => ["at most one member of the union must be set"],
  "k8s:modeDiscriminator": () => ["selects the mode"],
  "k8s:dependentRequired": (field) => ["if this field is set, ", { code: field }, " is required"],
  "k8s:dependentForbidden": (field) => ["if this field is set, ", { code: field }, " must not be set"],
  "k8s:customValidation": () => ["a hand-written function of the server also checks the value"],
  "k8s:unique": (value) => [value === "map" ? "no two items have the same keys" : "no two items are equal"],
  featureGate: (gate) => ["needs the feature gate ", { code: gate }],
};

/** Prefixes of phrases for markers that contain another marker, except markers of constraints. */
const wrappers: Readonly<Record<string, (marker: Marker) => Words>> = {
  "k8s:ifEnabled": (marker) => ["if the option ", argument(marker), " is enabled: "],
  "k8s:ifDisabled": (marker) => ["if the option ", argument(marker), " is disabled: "],
  "k8s:ifMode": (marker) => ["in the mode ", argument(marker), ": "],
  "k8s:subfield": (marker) => [argument(marker), ": "],
  "k8s:item": ({ args = [] }) => [
    "the item with ",
    { code: args.map(({ name, value }) => `${name}: ${JSON.stringify(value)}`).join(", ") },
    ": ",
  ],
  "k8s:alpha": () => [],
  "k8s:beta": () => [],
};

function ownPhrases(marker: Marker): readonly Words[] {
  const { name, value = "", then } = marker;
  if (then !== undefined) {
    if (!Object.hasOwn(wrappers, name)) return [];
    const prefix = wrappers[name]?.(marker) ?? [];
    return [...describeRules([then]), ...requiredness(then)].map((phrase) => [...prefix, ...phrase]);
  }
  if (!Object.hasOwn(sentences, name)) return [];
  const phrase = sentences[name]?.(argumentText(marker) ?? unquote(value));
  return phrase === undefined ? [] : [phrase];
}

/**
 * Returns the phrase `required` for a marker inside another marker. For other markers, the printers
 * print this phrase.
 */
function requiredness({ name }: Marker): readonly Words[] {
  return name === "k8s:required" ? [["required"]] : [];
}

function argument(marker: Marker): Word {
  return { code: argumentText(marker) ?? "" };
}

function argumentText({ args = [] }: Marker): string | undefined {
  const [first] = args;
  return first === undefined ? undefined : String(first.value);
}

const updates: Readonly<Record<string, string>> = {
  NoSet: "an update cannot set the value",
  NoUnset: "an update cannot remove the value",
  NoModify: "an update cannot change a value that is set",
  NoAddItem: "an update cannot add items",
  NoRemoveItem: "an update cannot remove items",
};

/**
 * Returns the rules in markers about updates, such as `cannot be changed after the object is
 * created`.
 */
export function updateRulesIn(markers: readonly Marker[]): readonly Words[] {
  return markers.flatMap(({ name, value = "", then }): readonly Words[] => {
    if (then !== undefined) return name === "k8s:alpha" || name === "k8s:beta" ? updateRulesIn([then]) : [];
    if (name === "k8s:immutable") return [["cannot be changed after the object is created"]];
    if (name !== "k8s:update") return [];
    return value
      .split(",")
      .flatMap((update) => updates[unquote(update.trim())] ?? [])
      .map((phrase) => [phrase]);
  });
}
