import { unknownArgument } from "../../../engine/markers/typed-arguments.js";
import { argumentsOf } from "../../../engine/markers/arguments.js";
import type { Parsed } from "../../../engine/markers/define-marker.js";
import type { Marker, MarkerFault } from "../../../engine/markers/marker.js";
import { nearest } from "../../../engine/util/nearest.js";
import { corrected, renamed, withValue, type Correction } from "./corrected.js";

export const resourcePrefix = "kubebuilder:resource:";

/** Names and scope of a kind's resource. */
export interface ResourceNames {
  /** Plural name in URLs; absent if the marker has none. */
  readonly path?: string;
  readonly singular?: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly isClusterWide: boolean;
}

const known = ["path", "singular", "shortName", "categories", "scope"];
const label = /^[a-z]([-a-z0-9]*[a-z0-9])?$/;

/** Parses the arguments of a resource marker. */
export function parseResourceMarker({ name, value }: Marker): Parsed<ResourceNames> {
  const given = argumentsOf(name, value, resourcePrefix);
  if ("fault" in given) return given;
  const unknown = [...given.keys()].find((key) => !known.includes(key));
  const instead = (problem: string, correction: Correction): MarkerFault =>
    corrected(problem, resourcePrefix, given, correction);
  if (unknown !== undefined) return instead(unknownArgument(unknown, known), renamed(unknown, known));
  const [path, singular, scope = "Namespaced"] = ["path", "singular", "scope"].map((key) => given.get(key));
  const [shortNames = [], categories = []] = ["shortName", "categories"].map((key) =>
    given
      .get(key)
      ?.split(";")
      .map((text) => text.trim()),
  );
  const wrong = [path, singular, ...shortNames, ...categories].find((text) => text !== undefined && !label.test(text));
  if (wrong !== undefined) {
    const problem = `${JSON.stringify(wrong)} is not a resource name: use lower-case letters, digits and dashes, and semicolons between names`;
    const small =
      wrong
        .toLowerCase()
        .replace(/[^a-z0-9-]+/g, "-")
        .replace(/^[^a-z]+|-+$/g, "") || "name";
    return instead(
      problem,
      (all) =>
        new Map(
          [...all].map(([key, text]) => [
            key,
            text
              .split(";")
              .map((part) => (part.trim() === wrong ? small : part))
              .join(";"),
          ]),
        ),
    );
  }
  if (scope !== "Cluster" && scope !== "Namespaced") {
    return instead(
      `the scope ${scope} must be Cluster or Namespaced`,
      withValue("scope", nearest(scope, ["Cluster", "Namespaced"]) ?? "Cluster"),
    );
  }
  const names = {
    ...(path === undefined ? {} : { path }),
    ...(singular === undefined ? {} : { singular }),
    shortNames,
    categories,
    isClusterWide: scope === "Cluster",
  };
  return { value: names };
}
