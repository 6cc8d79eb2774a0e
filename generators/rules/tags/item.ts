import type { Type } from "../../../engine/model/universe.js";
import {
  kindAt,
  nestedContext,
  reportMarker,
  wrongType,
  type MarkerReader,
  type MarkerSite,
  type Reader,
} from "../context.js";
import { knownObject, type KnownObject } from "../metadata-fields.js";
import { elementType, nativeKind, presentValue } from "../native.js";
import { mapRules, noValidations, together, wrapRule, type ItemSelector, type Validations } from "../rule.js";
import { whereOf } from "./unions.js";
import type { ListMetadata } from "../shared.js";
import { readListMetadata } from "./lists.js";

/**
 * Reads `+k8s:item(name: "x")=+marker`, which declares a rule for the list item with these keys.
 */
export const readItem: MarkerReader = (site) => {
  const { reader, context, marker } = site;
  const element = elementType(reader.universe, context.value.type);
  const object = element === undefined ? undefined : knownObject(reader.universe, element);
  if (kindAt(site) !== "list" || element === undefined || object === undefined)
    return wrongType(site, "lists of objects");
  const { args: selector = [], then } = marker;
  const wrong = formProblem(selector);
  if (wrong !== undefined)
    return reportMarker({ reader, marker: { ...marker, args: selector } }, "validation/bad-selector", wrong);
  if (then === undefined) return noValidations;
  const item = nestedContext(context, `[${printSelector(selector)}]`, {
    scope: "list values",
    value: presentValue(element),
    selector,
  });
  const inner = reader.read(item, [then]);
  const wrapAll = (run: () => Validations, isOfList: boolean) => (): Validations => {
    const sorted = sortedByKeys(site, object, selector);
    const found = run();
    if (sorted === undefined) return noValidations;
    // If the items form a union, the rules of the union apply to the complete list.
    return mapRules(
      found,
      (one, scope) =>
        scope === "parent" ? one : wrapRule(one, (rules) => ({ kind: "item", where: whereOf(sorted), rules })),
      isOfList ? "parent" : "this",
    );
  };
  return together(
    { ...inner, rules: [], deferred: [] },
    {
      ...noValidations,
      deferred: [
        ...(inner.rules.length === 0
          ? []
          : [{ scope: "this" as const, run: wrapAll(() => ({ ...noValidations, rules: inner.rules }), false) }]),
        ...inner.deferred.map(({ scope, run }) => ({ scope: "this" as const, run: wrapAll(run, scope === "parent") })),
      ],
    },
  );
};

/** Returns a selector as an element of a path: `{"name": "x"}`. */
function printSelector(selector: readonly ItemSelector[]): string {
  return `{${selector.map(({ name, value }) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`).join(", ")}}`;
}

/** Returns the reason why arguments select no item; undefined if they have the form of keys. */
function formProblem(selector: readonly ItemSelector[]): string | undefined {
  if (selector.length === 0) return 'needs the keys of the item, such as `+k8s:item(name: "x")=+marker`';
  return selector.some(({ name }) => name === "")
    ? 'each argument must begin with the name of a key, such as `+k8s:item(name: "x")=+marker`'
    : undefined;
}

/**
 * Returns the selector with its terms in the order of the list's keys. If the terms are not exactly
 * the keys of the list, or if a value does not have the type of its key, reports the marker and
 * returns undefined.
 */
function sortedByKeys(
  site: MarkerSite,
  object: KnownObject,
  selector: readonly ItemSelector[],
): readonly ItemSelector[] | undefined {
  const { reader, context } = site;
  const { path, value, scope } = context;
  const list = scope === "struct fields" ? readListMetadata(reader, path, value.type) : reader.shared.lists.get(path);
  const wrong = selectorProblem(reader, list, object, selector);
  if (wrong !== undefined || list === undefined) {
    reportMarker(site, "validation/bad-selector", wrong ?? "");
    return undefined;
  }
  return list.keys.flatMap((key) => selector.filter(({ name }) => name === key));
}

function selectorProblem(
  reader: Reader,
  list: ListMetadata | undefined,
  object: KnownObject,
  selector: readonly ItemSelector[],
): string | undefined {
  if (list?.semantic !== "map" || list.keys.length === 0)
    return "the list needs `+k8s:listType=map` or `+k8s:unique=map`, and `+k8s:listMapKey`";
  const missing = list.keys.filter((key) => !selector.some(({ name }) => name === key));
  if (missing.length > 0) return `the argument for the key ${missing.join(", ")} is missing`;
  if (selector.length !== list.keys.length) return `the keys of the list are ${list.keys.join(", ")}`;
  for (const { name, value: wanted } of selector) {
    const field = object.fields.find((candidate) => candidate.name === name);
    const kind = field === undefined ? undefined : kindOfKey(reader, field.type);
    if (kind !== typeof wanted)
      return `the value of the key ${name} must be a ${kind ?? "scalar"}, not a ${typeof wanted}`;
  }
  return undefined;
}

function kindOfKey({ universe }: Reader, type: Type): "string" | "boolean" | "number" | undefined {
  const kinds = { string: "string", bool: "boolean", int: "number" } as const;
  const kind = nativeKind(universe, type);
  return kind === "string" || kind === "bool" || kind === "int" ? kinds[kind] : undefined;
}
