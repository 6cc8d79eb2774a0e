import type { Marker, MarkerDefinition } from "../../../engine/markers/marker.js";

/**
 * Names of the arguments that markers of validation rules can have; `""` is an argument without a
 * name. Any other marker of a validation rule has no arguments.
 */
const argumentNames: Readonly<Record<string, readonly string[]>> = {
  "k8s:subfield": [""],
  "k8s:unionMember": ["union", "memberName"],
  "k8s:unionDiscriminator": ["union"],
  "k8s:zeroOrOneOfMember": ["union", "memberName"],
  "k8s:modeDiscriminator": ["modality"],
  "k8s:ifMode": ["", "modality", "mode"],
  "k8s:ifEnabled": [""],
  "k8s:ifDisabled": [""],
  "k8s:dependentRequired": [""],
  "k8s:dependentForbidden": [""],
  "k8s:alpha": ["since"],
  "k8s:beta": ["since"],
};

/** Markers whose arguments the validation generator checks. */
const others = /^k8s:(item|validation-gen.*)$/;

/**
 * Returns a marker definition with an additional check of the marker's arguments. Definitions whose
 * names match `others` are returned unchanged.
 */
export function withCheckedArguments(definition: MarkerDefinition): MarkerDefinition {
  const { name, value, check = value === "none" ? withoutValue : () => undefined } = definition;
  if (value === "a message") return { ...definition, check: withoutMarker };
  if (others.test(name)) return definition;
  return { ...definition, check: (marker) => check(marker) ?? argumentProblem(marker) };
}

function withoutValue({ value, then }: Marker): string | undefined {
  return value === undefined && then === undefined ? undefined : "takes no value";
}

function withoutMarker({ then }: Marker): string | undefined {
  return then === undefined ? undefined : "needs a string, not a marker";
}

function argumentProblem({ name, args = [] }: Marker): string | undefined {
  const known = argumentNames[name] ?? [];
  const wrong = args.find((argument) => !known.includes(argument.name));
  if (wrong === undefined) return undefined;
  if (known.length === 0) return "takes no arguments";
  if (known[0] === "") return "takes one argument, without a name";
  const names = known.map((one) => `\`${one}: …\``).join(" and ");
  return `takes only arguments with names: ${names}`;
}
