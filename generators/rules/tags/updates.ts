import { alwaysSet, kindAt, reportMarker, type MarkerContext, type MarkerReader, type MarkerSite } from "../context.js";
import { isAlwaysSet } from "../native.js";
import { later, noValidations, rulesOnly, newRule, type Validations } from "../rule.js";
import { getOrCreate, type Updates } from "../shared.js";
import { payloadString } from "../tag.js";
import { readListMetadata } from "./lists.js";
import type { Marker } from "../../../engine/markers/marker.js";
import type { UpdateRule } from "../../../runtime/schema/rule.js";

/** Update constraints, in the order in which Go checks them. */
const constraints: readonly UpdateRule[] = ["NoSet", "NoUnset", "NoModify", "NoAddItem", "NoRemoveItem"];

/** Reads a marker such as `+k8s:update=NoUnset,NoModify`, which forbids some changes in updates. */
export const update: MarkerReader = (site) => {
  const { reader, context, marker } = site;
  const texts = payloadString(marker).split(",");
  const stated = constraints.filter((known) => texts.includes(known));
  if (stated.length < texts.length)
    return reportMarker(site, "validation/bad-marker-value", `must be a list of ${constraints.join(", ")}`);
  const isElement = context.scope === "list values" || context.scope === "map values";
  const wrong = isElement ? misfitOfElement(site, stated) : stated.flatMap((constraint) => misfit(site, constraint));
  for (const [message, advice] of wrong) reportMarker(site, "validation/bad-update", message, advice);
  if (wrong.length > 0) return noValidations;
  if (isElement) return withLevel(changesOf(stated), context.stability);
  const updates = getOrCreate(reader.shared.updates, context.path, (): Updates => ({
    markers: new Map<UpdateRule, Marker>(),
  }));
  for (const constraint of stated) getOrCreate(updates.markers, constraint, () => marker);
  updates.stability = context.stability;
  return later("this", () => updateRules(site));
};

/** Reason why a constraint cannot be used on a value, and advice if a correction is known. */
type Misfit = readonly [message: string, advice?: string];

function misfitOfElement(site: MarkerSite, stated: readonly UpdateRule[]): readonly Misfit[] {
  const { scope, parent } = site.context;
  const kind = kindAt(site);
  const list = parent === undefined ? undefined : site.reader.shared.lists.get(parent.path);
  if (stated.some((constraint) => constraint !== "NoModify"))
    return [[`has no effect on ${scope}`, "move the marker to the list or map"]];
  if (kind === "list" || kind === "map") return [["has no effect on items that are lists or maps"]];
  return scope === "list values" && list !== undefined && list.semantic !== "map"
    ? [["needs a list with `+k8s:listType=map` or `+k8s:unique=map`, whose keys identify the old item"]]
    : [];
}

function misfit(site: MarkerSite, constraint: UpdateRule): readonly Misfit[] {
  const kind = kindAt(site);
  const isCompound = kind === "list" || kind === "map";
  if (constraint === "NoAddItem" || constraint === "NoRemoveItem")
    return isCompound ? [] : [["can only be used on lists and maps"]];
  if (constraint === "NoModify")
    return isCompound ? [["cannot be used on lists and maps", "write `+k8s:eachVal=+k8s:update=NoModify`"]] : [];
  return isAlwaysSet(site.reader.universe, site.context.value) ? [alwaysSet(site.context.value.type)] : [];
}

/**
 * Returns the rules for all update constraints of a property. Several markers declare these
 * constraints, so only the first marker returns the rules.
 */
function updateRules(site: MarkerSite): Validations {
  const { reader, context } = site;
  const updates = reader.shared.updates.get(context.path);
  if (updates === undefined) return noValidations;
  reader.shared.updates.delete(context.path);
  const ordered = constraints.filter((constraint) => updates.markers.has(constraint));
  const needsIdentity = ordered.some((constraint) => constraint.endsWith("Item"));
  if (needsIdentity && kindAt(site) === "list") {
    const { semantic = "atomic" } = readListMetadata(reader, context.path, context.value.type) ?? {};
    if (semantic === "atomic") {
      const message =
        "needs a list whose items are identified by `+k8s:listType` or `+k8s:unique` with the value set or map";
      return reportMarker(site, "validation/bad-update", message);
    }
  }
  return withLevel(changesOf(ordered, updates.markers), context.stability ?? updates.stability);
}

function changesOf(stated: readonly UpdateRule[], markers?: Updates["markers"]): Validations {
  return rulesOnly(
    ...stated.map((only) => {
      const marker = markers?.get(only);
      return { ...newRule({ kind: "update", only }), ...(marker !== undefined && { marker }) };
    }),
  );
}

function withLevel(validations: Validations, stability: MarkerContext["stability"]): Validations {
  if (stability === undefined) return validations;
  return { ...validations, rules: validations.rules.map((one) => ({ ...one, stability })) };
}
