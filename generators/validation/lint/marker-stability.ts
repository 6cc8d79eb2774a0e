import { addMarker, remedy, replaceMarker } from "../../../engine/base/fix.js";
import type { Marker } from "../../../engine/markers/marker.js";
import type { TypeDeclaration } from "../../../engine/model/universe.js";
import type { Problem } from "../../../engine/base/problem.js";
import { markerString } from "../../rules/tag.js";
import { isLevel } from "./level-prefix.js";
import { noLint, type LintRule } from "./subject.js";
import { problemAt } from "../../markers/problem-at.js";
import { validationProblems } from "../../problem-codes/validation.js";

type Level = "alpha" | "beta" | "stable";

const order: Readonly<Record<Level, number>> = { alpha: 0, beta: 1, stable: 2 };

/**
 * Markers that Kubernetes can still change, with their stability level. All other markers are
 * stable.
 */
const levels: ReadonlyMap<string, Level> = new Map<string, Level>([
  ["k8s:dependentRequired", "alpha"],
  ["k8s:dependentForbidden", "alpha"],
  ["k8s:enumExclude", "alpha"],
  ["k8s:monotonic", "alpha"],
  ["k8s:neq", "alpha"],
  ["k8s:validateTrue", "alpha"],
  ["k8s:validateFalse", "alpha"],
  ["k8s:validateError", "alpha"],
  ["k8s:validateTrueAlpha", "alpha"],
  ["k8s:validateTrueBeta", "beta"],
  ["k8s:forbidden", "beta"],
  ["k8s:unionDiscriminator", "beta"],
]);

/**
 * Requires that markers are at least as stable as their context. The context is the version of the
 * folder: v1alpha1 permits alpha markers, v1beta1 permits beta markers. `+k8s:alpha` and
 * `+k8s:beta` lower the level of one rule; `+k8s:ifEnabled` and `+k8s:ifDisabled` lower it to beta.
 * The first hint is the one that keeps the rule enforced, because a rule inside `+k8s:alpha` is not
 * enforced.
 */
export const markerStability: LintRule = ({ owner, markers }) =>
  markers.flatMap((outer): readonly Problem[] => {
    const context = contextOf(owner, outer);
    const found = unstable(outer, context.level);
    if (found === undefined) return [];
    const { marker, level } = found;
    const text = withLevel(outer, level);
    const lowered = replaceMarker(outer, text, level === "alpha" ? `${text} (the rule is then not enforced)` : text);
    const accepted = addMarker(owner.position, `+${noLint}`, `add +${noLint} to ${owner.name}`);
    const message = `\`+${marker.name}\` is ${level}, but ${context.reason}`;
    const advice = remedy(...(level === "alpha" ? [accepted, lowered] : [lowered, accepted]));
    return [problemAt(marker, validationProblems.is("validation/unstable-marker"), message, advice)];
  });

interface LevelContext {
  readonly level: Level;
  readonly reason: string;
}

/** Context that permits all markers. */
const anyLevel: LevelContext = { level: "alpha", reason: "" };

/**
 * Returns the level that the markers of a chain must at least have, and the reason for messages.
 */
function contextOf(owner: TypeDeclaration, outer: Marker): LevelContext {
  const first = isLevel(outer) ? outer.then : outer;
  const context = isLevel(outer) ? levelOfPrefix(outer) : levelOfFolder(owner);
  const isConditional = first?.name === "k8s:ifEnabled" || first?.name === "k8s:ifDisabled";
  if (!isConditional || context.level !== "stable") return context;
  return { level: "beta", reason: `rules inside \`+${first.name}\` must be beta or stable` };
}

function levelOfPrefix({ name }: Marker): LevelContext {
  if (name === "k8s:alpha") return anyLevel;
  return { level: "beta", reason: `rules inside \`+${name}\` must be beta or stable` };
}

function levelOfFolder({ package: folder }: TypeDeclaration): LevelContext {
  const version = folder.slice(folder.lastIndexOf("/") + 1);
  if (version.includes("alpha")) return anyLevel;
  return version.includes("beta")
    ? { level: "beta", reason: `rules of the beta version ${version} must be beta or stable` }
    : { level: "stable", reason: `rules of the stable version ${version} must be stable` };
}

/**
 * Returns the first marker of a chain that is less stable than its context permits; undefined if
 * none is.
 */
function unstable(chain: Marker, context: Level): { marker: Marker; level: Level } | undefined {
  const level = levels.get(chain.name) ?? "stable";
  if (order[level] < order[context]) return { marker: chain, level };
  return chain.then === undefined ? undefined : unstable(chain.then, context);
}

/**
 * Returns a marker as a string that begins with the given stability level:
 * `+k8s:alpha=+k8s:minimum=1`.
 */
function withLevel(outer: Marker, level: Level): string {
  if (isLevel(outer)) return markerString({ ...outer, name: `k8s:${level}` });
  return `+k8s:${level}=${markerString(outer)}`;
}
