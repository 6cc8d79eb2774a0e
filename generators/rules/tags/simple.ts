import { isOn, kindAt, reportMarker, wrongType, type MarkerReader, type MarkerSite } from "../context.js";
import { noValidations, rulesOnly, newRule, type Validations } from "../rule.js";
import { namedArgument, payloadKind, payloadString } from "../tag.js";
import { formats as checks } from "../../../runtime/rules/formats.js";
import { remedy, replaceMarker } from "../../../engine/base/fix.js";
import { nearest } from "../../../engine/util/nearest.js";

const formats = Object.keys(checks).sort();

export const readFormat: MarkerReader = (site) => {
  if (!isOn(site, "string", "strings")) return noValidations;
  const format = payloadString(site.marker);
  return formats.includes(format)
    ? rulesOnly(newRule({ kind: "format", format }))
    : unknownFormat(site, format, formats, "k8s-short-name");
};

/**
 * Reports a marker with an unknown format, and proposes the most similar known one. Returns no
 * rules.
 * @param example proposal if no known format is similar
 */
export function unknownFormat(site: MarkerSite, name: string, known: readonly string[], example: string): Validations {
  const meant = nearest(name, known);
  const instead = `+${site.marker.name}=${meant ?? example}`;
  const text = meant === undefined ? `the formats are ${known.join(", ")}` : `did you mean ${instead}?`;
  const advice = remedy(replaceMarker(site.marker, instead, text));
  return reportMarker(site, "validation/bad-marker-value", "has an unknown format", advice);
}

export const readImmutable: MarkerReader = () => rulesOnly(newRule({ kind: "update", only: "immutable" }));

export const readMonotonic: MarkerReader = (site) =>
  isOn(site, "int", "integers") ? rulesOnly(newRule({ kind: "update", only: "monotonic" })) : noValidations;

const payloads = { string: "a string in quotes", bool: "true or false", int: "a whole number" } as const;

export const readNeq: MarkerReader = (site) => {
  const kind = kindAt(site);
  if (kind !== "string" && kind !== "bool" && kind !== "int") return wrongType(site, "strings, integers and booleans");
  if (payloadKind(site.marker) !== kind)
    return reportMarker(site, "validation/bad-marker-value", `the value must be ${payloads[kind]}`);
  const text = payloadString(site.marker);
  const value = kind === "string" ? text : kind === "bool" ? text === "true" : Number(text);
  return rulesOnly(newRule({ kind: "neq", value }));
};

export const opaqueType: MarkerReader = ({ reader: { shared }, context: { scope, path } }) => {
  if (scope === "type definitions" || scope === "struct fields") shared.opaque.add(path);
  return { ...noValidations, opaque: true };
};

/**
 * Returns the reader of a marker whose rule always passes or always fails. Such markers are for
 * tests of validation.
 */
export function readFixed(passes: boolean): MarkerReader {
  return (site) => {
    const args = site.marker.args ?? [];
    const unknown = args.find(({ name }) => !["flags", "typeArg", "cohort"].includes(name));
    if (unknown !== undefined)
      return reportMarker(site, "validation/bad-marker-value", `has no argument \`${unknown.name}\``);
    const text = (name: string) => namedArgument(site.marker, name) ?? "";
    const flags =
      text("flags") === ""
        ? []
        : text("flags")
            .split(",")
            .map((flag) => flag.trim());
    const wrong = flags.find((flag) => flag !== "ShortCircuit" && flag !== "NonError");
    if (wrong !== undefined) {
      const message = `has no flag \`${wrong}\`; the flags are ShortCircuit and NonError`;
      return reportMarker(site, "validation/bad-marker-value", message);
    }
    return rulesOnly({
      data: [{ kind: "fixed", passes, message: payloadString(site.marker) }],
      shortCircuit: flags.includes("ShortCircuit"),
      nonError: flags.includes("NonError"),
      ...(text("cohort") !== "" && { cohort: text("cohort") }),
    });
  };
}

export const validateError: MarkerReader = (site) =>
  reportMarker(site, "validation/forced-error", `forced error: ${JSON.stringify(payloadString(site.marker))}`);
