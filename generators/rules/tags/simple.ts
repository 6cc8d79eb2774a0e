import { reportMarker, wrongType, type MarkerReader } from "../context.js";
import { nativeKind } from "../native.js";
import { noValidations, rulesOnly, newRule } from "../rule.js";
import { payloadKind, payloadString } from "../tag.js";
import { formats as checks } from "../../../runtime/rules/formats.js";
import { isOn } from "./limits.js";
import { remedy, replaceMarker } from "../../../engine/base/fix.js";
import { nearest } from "../../../engine/util/nearest.js";

const formats = Object.keys(checks).sort();

export const readFormat: MarkerReader = (reader, context, marker) => {
  if (!isOn(reader, context, marker, "string", "strings")) return noValidations;
  const name = payloadString(marker);
  if (formats.includes(name)) return rulesOnly(newRule({ kind: "format", format: name }));
  const meant = nearest(name, formats);
  const instead = `+k8s:format=${meant ?? "k8s-short-name"}`;
  const text = meant === undefined ? `the formats are ${formats.join(", ")}` : `did you mean ${instead}?`;
  reportMarker(
    reader,
    "validation/bad-marker-value",
    marker,
    "has an unknown format",
    remedy(replaceMarker(marker, instead, text)),
  );
  return noValidations;
};

export const readImmutable: MarkerReader = () => rulesOnly(newRule({ kind: "update", only: "immutable" }));

export const readMonotonic: MarkerReader = (reader, context, marker) =>
  isOn(reader, context, marker, "int", "integers")
    ? rulesOnly(newRule({ kind: "update", only: "monotonic" }))
    : noValidations;

const payloads = { string: "string", bool: "bool", int: "int" } as const;

export const readNeq: MarkerReader = (reader, context, marker) => {
  const kind = nativeKind(reader.universe, context.value.type);
  if (kind !== "string" && kind !== "bool" && kind !== "int") {
    wrongType(reader, context, marker, "strings, integers and booleans");
    return noValidations;
  }
  const found = payloadKind(marker);
  if (found !== payloads[kind]) {
    const wanted = { string: "a string in quotes", bool: "true or false", int: "a whole number" }[kind];
    reportMarker(reader, "validation/bad-marker-value", marker, `the value must be ${wanted}`);
    return noValidations;
  }
  const text = payloadString(marker);
  const value = kind === "string" ? text : kind === "bool" ? text === "true" : Number(text);
  return rulesOnly(newRule({ kind: "neq", value }));
};

export const opaqueType: MarkerReader = ({ shared }, context) => {
  if (context.scope === "type definitions" || context.scope === "struct fields") shared.opaque.add(context.path);
  return { ...noValidations, opaque: true };
};

/**
 * Returns the reader of a marker whose rule always passes or always fails. Such markers are for
 * tests of validation.
 */
export function readFixed(passes: boolean): MarkerReader {
  return (reader, _context, marker) => {
    const args = marker.args ?? [];
    const unknown = args.find(({ name }) => !["flags", "typeArg", "cohort"].includes(name));
    if (unknown !== undefined) {
      reportMarker(reader, "validation/bad-marker-value", marker, `has no argument \`${unknown.name}\``);
      return noValidations;
    }
    const text = (name: string) => String(args.find((argument) => argument.name === name)?.value ?? "");
    const flags =
      text("flags") === ""
        ? []
        : text("flags")
            .split(",")
            .map((flag) => flag.trim());
    const wrong = flags.find((flag) => flag !== "ShortCircuit" && flag !== "NonError");
    if (wrong !== undefined) {
      reportMarker(
        reader,
        "validation/bad-marker-value",
        marker,
        `has no flag \`${wrong}\`; the flags are ShortCircuit and NonError`,
      );
      return noValidations;
    }
    return rulesOnly({
      data: [{ kind: "fixed", passes, message: payloadString(marker) }],
      shortCircuit: flags.includes("ShortCircuit"),
      nonError: flags.includes("NonError"),
      ...(text("cohort") !== "" && { cohort: text("cohort") }),
    });
  };
}

export const validateError: MarkerReader = (reader, _context, marker) => {
  reportMarker(reader, "validation/forced-error", marker, `forced error: ${JSON.stringify(payloadString(marker))}`);
  return noValidations;
};
