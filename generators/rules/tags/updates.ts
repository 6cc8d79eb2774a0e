import { alwaysSet, reportMarker, type MarkerContext, type MarkerReader, type Reader } from "../context.js";
import { nativeKind } from "../native.js";
import { later, noValidations, rulesOnly, newRule, type Validations } from "../rule.js";
import { getOrCreate, type Updates } from "../shared.js";
import { payloadString } from "../tag.js";
import { readListMetadata } from "./lists.js";
import type { Marker } from "../../../engine/markers/marker.js";
import type { UpdateRule } from "../../../runtime/schema/rule.js";

/** Update constraints, in the order in which Go checks them. */
const constraints: readonly UpdateRule[] = ["NoSet", "NoUnset", "NoModify", "NoAddItem", "NoRemoveItem"];

/** Reads a marker such as `+k8s:update=NoUnset,NoModify`, which forbids some changes in updates. */
export const update: MarkerReader = (reader, context, marker) => {
  const texts = payloadString(marker).split(",");
  const stated = constraints.filter((known) => texts.includes(known));
  if (stated.length < texts.length) {
    reportMarker(reader, "validation/bad-marker-value", marker, `must be a list of ${constraints.join(", ")}`);
    return noValidations;
  }
  if (context.scope === "list values" || context.scope === "map values")
    return ofElement(reader, context, marker, stated);
  const wrong = stated.flatMap((constraint) => misfit(reader, context, constraint));
  for (const [message, advice] of wrong) reportMarker(reader, "validation/bad-update", marker, message, advice);
  if (wrong.length > 0) return noValidations;
  const updates = getOrCreate(reader.shared.updates, context.path, (): Updates => ({
    constraints: new Set<UpdateRule>(),
  }));
  for (const constraint of stated) updates.constraints.add(constraint);
  updates.stability = context.stability;
  return later("this", () => updateRules(reader, context, marker));
};

function ofElement(reader: Reader, context: MarkerContext, marker: Marker, stated: readonly UpdateRule[]): Validations {
  const kind = nativeKind(reader.universe, context.value.type);
  const list = context.parent === undefined ? undefined : reader.shared.lists.get(context.parent.path);
  const wrong: Misfit | undefined = stated.some((constraint) => constraint !== "NoModify")
    ? [`has no effect on ${context.scope}`, "move the marker to the list or map"]
    : kind === "list" || kind === "map"
      ? ["has no effect on items that are lists or maps"]
      : context.scope === "list values" && list !== undefined && list.semantic !== "map"
        ? ["needs a list with `+k8s:listType=map` or `+k8s:unique=map`, whose keys identify the old item"]
        : undefined;
  if (wrong !== undefined) {
    const [message, advice] = wrong;
    reportMarker(reader, "validation/bad-update", marker, message, advice);
    return noValidations;
  }
  return withLevel(changesOf(stated), context.stability);
}

/** Reason why a constraint cannot be used on a value, and advice if a correction is known. */
type Misfit = readonly [message: string, advice?: string];

function misfit({ universe }: Reader, { value }: MarkerContext, constraint: UpdateRule): readonly Misfit[] {
  const kind = nativeKind(universe, value.type);
  const isCompound = kind === "list" || kind === "map";
  if (constraint === "NoAddItem" || constraint === "NoRemoveItem")
    return isCompound ? [] : [["can only be used on lists and maps"]];
  if (constraint === "NoModify")
    return isCompound ? [["cannot be used on lists and maps", "write `+k8s:eachVal=+k8s:update=NoModify`"]] : [];
  return kind === "struct" && !value.pointer ? [alwaysSet] : [];
}

/**
 * Returns one rule for all update constraints of a property. Several markers declare these
 * constraints, so only the first marker returns the rule.
 */
function updateRules(reader: Reader, context: MarkerContext, marker: Marker): Validations {
  const { universe, shared } = reader;
  const updates = shared.updates.get(context.path);
  if (updates === undefined) return noValidations;
  shared.updates.delete(context.path);
  const ordered = constraints.filter((constraint) => updates.constraints.has(constraint));
  const needsIdentity = ordered.some((constraint) => constraint.endsWith("Item"));
  if (needsIdentity && nativeKind(universe, context.value.type) === "list") {
    const { semantic = "atomic" } = readListMetadata(reader, context.path, context.value.type) ?? {};
    if (semantic === "atomic") {
      reportMarker(
        reader,
        "validation/bad-update",
        marker,
        "needs a list whose items are identified by `+k8s:listType` or `+k8s:unique` with the value set or map",
      );
      return noValidations;
    }
  }
  return withLevel(changesOf(ordered), context.stability ?? updates.stability);
}

function changesOf(stated: readonly UpdateRule[]): Validations {
  return rulesOnly(newRule(...stated.map((only) => ({ kind: "update", only }) as const)));
}

function withLevel(validations: Validations, stability: MarkerContext["stability"]): Validations {
  if (stability === undefined) return validations;
  return { ...validations, rules: validations.rules.map((one) => ({ ...one, stability })) };
}
