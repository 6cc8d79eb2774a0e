import { remedyAs, removeMarker } from "../../engine/fix/fix.js";
import type { Marker, MarkerFault } from "../../engine/markers/marker.js";
import type { TypeDeclaration } from "../../engine/model/universe.js";
import { nearest } from "../../engine/util/nearest.js";
import type { Problem } from "../../engine/problem.js";
import { corrected, renamed, withValue, type Correction } from "./corrected.js";
import { argumentsOf, faultOf, type Fault } from "../../engine/markers/arguments.js";

const prefix = "kubebuilder:resource:";
export const resourceMarker = `${prefix}*`;

/** Names of a kind's resource, and its scope. */
export interface ResourceNames {
  /** Plural name in URLs. */
  readonly path?: string;
  readonly singular?: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly isClusterWide: boolean;
}

const known = ["path", "singular", "shortName", "categories", "scope"];
const label = /^[a-z]([-a-z0-9]*[a-z0-9])?$/;

/**
 * Returns the error in a resource marker that does not depend on the kind; undefined for a valid
 * marker.
 */
export function checkResource(marker: Marker): string | MarkerFault | undefined {
  const names = parse(marker);
  return "fault" in names ? faultOf(names) : undefined;
}

/**
 * Returns the names and the scope from the markers of a kind. `+genclient:nonNamespaced` has the
 * same effect as `scope=Cluster`.
 */
export function resourceNamesOf({ markers }: TypeDeclaration): ResourceNames {
  const [given = none] = markers
    .filter(isResource)
    .map(parse)
    .filter((one): one is ResourceNames => !("fault" in one));
  return {
    ...given,
    isClusterWide: given.isClusterWide || markers.some(({ name }) => name === "genclient:nonNamespaced"),
  };
}

/** Reports a kind whose markers declare two different scopes. */
export function resourceNameProblems({ name, markers }: TypeDeclaration): readonly Problem[] {
  const marker = markers.find(isResource);
  const isNamespaced = marker !== undefined && argument(marker, "scope") === "Namespaced";
  const other = markers.find((one) => one.name === "genclient:nonNamespaced");
  if (!isNamespaced || other === undefined) return [];
  const message = `${name} has one marker that makes it namespaced and one that makes it cluster-scoped`;
  return [
    {
      code: "register/two-scopes",
      severity: "error",
      message,
      ...remedyAs("remove scope=Namespaced or +genclient:nonNamespaced", removeMarker(other)),
      position: marker.position,
    },
  ];
}

const none: ResourceNames = { shortNames: [], categories: [], isClusterWide: false };

function isResource({ name }: Marker): boolean {
  return name.startsWith(prefix);
}

function argument({ name, value }: Marker, key: string): string | undefined {
  const given = argumentsOf(name, value, prefix);
  return "fault" in given ? undefined : given.get(key);
}

function parse({ name, value }: Marker): ResourceNames | Fault | MarkerFault {
  const given = argumentsOf(name, value, prefix);
  if ("fault" in given) return given;
  const unknown = [...given.keys()].find((key) => !known.includes(key));
  const meant = unknown === undefined ? undefined : nearest(unknown, known);
  const instead = (fault: string, correction: Correction): MarkerFault => corrected(fault, prefix, given, correction);
  if (unknown !== undefined) {
    return instead(
      meant === undefined
        ? `has no argument ${unknown}: ${known.join(", ")}`
        : `has no argument ${unknown}; did you mean ${meant}?`,
      renamed(unknown, known),
    );
  }
  const [path, singular, scope = "Namespaced"] = ["path", "singular", "scope"].map((key) => given.get(key));
  const [shortNames = [], categories = []] = ["shortName", "categories"].map((key) =>
    given
      .get(key)
      ?.split(";")
      .map((text) => text.trim()),
  );
  const wrong = [path, singular, ...shortNames, ...categories].find((text) => text !== undefined && !label.test(text));
  if (wrong !== undefined) {
    const fault = `${JSON.stringify(wrong)} is not a resource name: use lower-case letters, digits and dashes, and semicolons between names`;
    const small =
      wrong
        .toLowerCase()
        .replace(/[^a-z0-9-]+/g, "-")
        .replace(/^[^a-z]+|-+$/g, "") || "name";
    return instead(
      fault,
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
      `the scope ${scope} is neither Cluster nor Namespaced`,
      withValue("scope", nearest(scope, ["Cluster", "Namespaced"]) ?? "Cluster"),
    );
  }
  return {
    ...(path === undefined ? {} : { path }),
    ...(singular === undefined ? {} : { singular }),
    shortNames,
    categories,
    isClusterWide: scope === "Cluster",
  };
}
