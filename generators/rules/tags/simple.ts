import { report, wrongType, type MarkerReader } from "../context.js";
import { nativeKind } from "../native.js";
import { nothing, rule, rulesOnly, shortCircuit } from "../rule.js";
import { payloadKind, payloadText } from "../tag.js";
import { formats } from "./format-names.js";
import { isOn } from "./limits.js";
import { remedy, replaceMarker } from "../../../engine/base/fix.js";
import { nearest } from "../../../engine/util/nearest.js";

export const format: MarkerReader = (reader, context, marker) => {
  if (!isOn(reader, context, marker, "string", "strings")) return nothing;
  const name = payloadText(marker);
  if (formats.includes(name)) return rulesOnly(rule({ kind: "format", format: name }));
  const meant = nearest(name, formats);
  const instead = `+k8s:format=${meant ?? "k8s-short-name"}`;
  const text = meant === undefined ? `the formats are ${formats.join(", ")}` : `did you mean ${instead}?`;
  report(
    reader,
    "validation/bad-marker-value",
    marker,
    "is not a known format",
    remedy(replaceMarker(marker, instead, text)),
  );
  return nothing;
};

export const immutable: MarkerReader = () => rulesOnly(shortCircuit({ kind: "immutable" }));

export const monotonic: MarkerReader = (reader, context, marker) =>
  isOn(reader, context, marker, "int", "integers") ? rulesOnly(rule({ kind: "monotonic" })) : nothing;

const payloads = { string: "string", bool: "bool", int: "int" } as const;

export const neq: MarkerReader = (reader, context, marker) => {
  const kind = nativeKind(reader.universe, context.value.type);
  if (kind !== "string" && kind !== "bool" && kind !== "int") {
    wrongType(reader, context, marker, "strings, integers and booleans");
    return nothing;
  }
  const found = payloadKind(marker);
  if (found !== payloads[kind]) {
    const wanted = { string: "a string: quote it", bool: "true or false", int: "a whole number" }[kind];
    report(reader, "validation/bad-marker-value", marker, `the value must be ${wanted}`);
    return nothing;
  }
  const text = payloadText(marker);
  const value = kind === "string" ? text : kind === "bool" ? text === "true" : Number(text);
  return rulesOnly(rule({ kind: "neq", value }));
};

export const opaqueType: MarkerReader = ({ shared }, context) => {
  if (context.scope === "type definitions" || context.scope === "struct fields") shared.opaque.add(context.path);
  return { ...nothing, opaque: true };
};

/**
 * Returns the reader of a marker whose rule always passes or always fails, for tests of validation.
 */
export function fixed(result: boolean): MarkerReader {
  return (reader, _context, marker) => {
    const args = marker.args ?? [];
    const unknown = args.find(({ name }) => !["flags", "typeArg", "cohort"].includes(name));
    if (unknown !== undefined) {
      report(reader, "validation/bad-marker-value", marker, `has no argument \`${unknown.name}\``);
      return nothing;
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
      report(
        reader,
        "validation/bad-marker-value",
        marker,
        `has no flag \`${wrong}\`; the flags are ShortCircuit and NonError`,
      );
      return nothing;
    }
    return rulesOnly({
      check: { kind: "fixed", result, message: payloadText(marker) },
      shortCircuit: flags.includes("ShortCircuit"),
      nonError: flags.includes("NonError"),
      cohort: text("cohort"),
    });
  };
}

export const validateError: MarkerReader = (reader, _context, marker) => {
  report(reader, "validation/forced-error", marker, `forced error: ${JSON.stringify(payloadText(marker))}`);
  return nothing;
};
