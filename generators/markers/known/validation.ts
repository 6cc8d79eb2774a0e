import type { Marker, MarkerDefinition } from "../../../engine/markers/marker.js";
import { limitNames, limits, type Bounded, type LimitName } from "../../../runtime/schema/limits.js";
import { upperFirstLetter } from "../../../engine/util/first-letter.js";
import {
  anyValue,
  chain,
  define,
  integer,
  natural,
  none,
  number,
  oneOf,
  payload,
  some,
  someOf,
  valued,
  type KnownMarker,
} from "./define.js";

/** For each kind of limit, the limited quantity in words and an example of an upper limit. */
const limited: Readonly<Record<Bounded | "bytes", readonly [string, number]>> = {
  value: ["allowed number", 65535],
  characters: ["number of characters", 63],
  bytes: ["number of bytes in UTF-8", 1024],
  items: ["number of items of a list; for the type bytes, the number of bytes", 16],
  properties: ["number of entries of a map", 16],
};

function limitMarker(name: LimitName): KnownMarker {
  const { of, side } = limits[name];
  const [what, most] = limited[of];
  const example = side === "most" ? most : of === "value" ? 0 : 1;
  const description = `The ${side === "least" ? "smallest" : "largest"} ${what}`;
  const check = of === "value" ? wholeLimit(name) : natural;
  return valued("a whole number", `=${example}`, description, { check, jsdocTags: [name] });
}

/** Returns the check of a limit, which proposes the marker for limits with a fraction. */
function wholeLimit(name: LimitName): NonNullable<MarkerDefinition["check"]> {
  return (marker) => {
    if (integer(marker) === undefined || number(marker) !== undefined) return integer(marker);
    const instead = `+kubebuilder:validation:${upperFirstLetter(name)}=${marker.value ?? ""}`;
    return { fault: "needs a whole number; another marker is for limits with a fraction", instead, isExample: true };
  };
}

/** Returns the definition of a marker that is only for tests of validation. */
function forTests(description: string): KnownMarker {
  const check = ({ then }: Marker) => (then === undefined ? undefined : "needs a string, not a marker");
  return { value: "a message", description, repeatable: true, check };
}

/** Markers whose arguments the generator `validation` checks. */
const ofReaders = /^k8s:(item|validate[A-Z].*|validation-gen.*)$/;

/** Adds a check of the marker's arguments to a definition, unless its reader checks them. */
function withCheckedArguments({ args = [], ...definition }: MarkerDefinition & KnownMarker): MarkerDefinition {
  const { name, check = anyValue } = definition;
  if (ofReaders.test(name)) return definition;
  return { ...definition, check: (marker) => check(marker) ?? argumentProblem(marker, args) };
}

function argumentProblem({ args = [] }: Marker, known: readonly string[]): string | undefined {
  if (args.every(({ name }) => known.includes(name))) return undefined;
  if (known.length === 0) return "takes no arguments";
  if (known[0] === "") return "takes one argument, without a name";
  return `takes only arguments with names: ${known.map((one) => `\`${one}: …\``).join(" and ")}`;
}

/** Definitions of the markers of declarative validation that affect generated code. */
export const validationMarkers: readonly MarkerDefinition[] = define("validation", ["type", "field"], {
  "k8s:validation-gen": valued(
    "* or TypesWithField=F or TypesWithSuffix=S; on a type true or false",
    "=TypesWithField=TypeMeta",
    "Selects the types for which validation is generated",
    { places: ["package", "type"], raw: true, repeatable: true },
  ),
  "k8s:validation-gen-input": valued("a folder", "=../v1", "The folder of the types to validate", {
    places: ["package"],
    namesFolder: "input",
    check: some,
  }),
  "k8s:validation-gen-scheme-registry": valued(
    "a type, or nil",
    "=nil",
    "The parameter type of the registration function",
    { places: ["package"], raw: true },
  ),
  "k8s:validation-gen:infer": valued(
    "none",
    "=none",
    "Only markers are validation rules: types imply no rules, such as required properties",
    { places: ["package"], check: oneOf("none") },
  ),
  "k8s:validation-gen-nolint": none("Disables the warnings about missing or unstable validation markers", {
    places: ["package", "type"],
  }),
  "k8s:isSubresource": valued("a subresource's path", '="/scale"', "The type is the request body of a subresource", {
    places: ["type"],
    check: some,
  }),
  "k8s:supportsSubresource": valued(
    "a subresource's path",
    '="/status"',
    "The type is also validated in requests to this subresource",
    { places: ["type"], repeatable: true, check: some },
  ),
  "k8s:required": none("The field must be set", { places: ["field"] }),
  "k8s:optional": none("The field can be unset; an unset field is not validated", { places: ["field"] }),
  "k8s:forbidden": none("The field must not be set", { places: ["field"] }),
  ...Object.fromEntries(limitNames.map((name) => [`k8s:${name}`, limitMarker(name)])),
  "k8s:format": valued("a format's name", "=k8s-short-name", "The string must have this Kubernetes format", {
    check: some,
  }),
  "k8s:enum": none("Only the members of the union of literals are allowed", { places: ["type"] }),
  "k8s:enumExclude": none("The constant is not a member of its enum", { places: ["constant"] }),
  "k8s:neq": valued("a string, a whole number, true or false", '="none"', "The value must not equal this value", {
    check: payload,
  }),
  "k8s:immutable": none("An update must not change the value"),
  "k8s:monotonic": none("An update must not decrease the value"),
  "k8s:update": valued(
    "NoSet, NoUnset, NoModify, NoAddItem, NoRemoveItem; separated by commas",
    "=NoUnset,NoModify",
    "Changes that an update must not make",
    { places: ["field"], repeatable: true, check: someOf("NoSet", "NoUnset", "NoModify", "NoAddItem", "NoRemoveItem") },
  ),
  "k8s:listType": valued("atomic, set or map", "=map", "How the items of a list are identified", {
    check: oneOf("atomic", "set", "map"),
  }),
  "k8s:listMapKey": valued("a field of the items", "=name", "A key of a list with listType=map or unique=map", {
    repeatable: true,
    check: some,
  }),
  "k8s:unique": valued(
    "set or map",
    "=set",
    "Items must be unique, but server-side apply replaces the list as a whole",
    { check: oneOf("set", "map") },
  ),
  "k8s:customUnique": none("Hand-written code checks that items are unique"),
  "k8s:item": chain('(type: "Ready")=+k8s:required', "Applies a marker to one item of a list with listType=map"),
  "k8s:eachVal": chain("=+k8s:minLength=1", "Applies a marker to each list item or map value"),
  "k8s:eachKey": chain("=+k8s:maxLength=63", "Applies a marker to each key of a map"),
  "k8s:subfield": chain('("name")=+k8s:required', "Applies a marker to a nested field of the field", { args: [""] }),
  "k8s:opaqueType": none("The field's type is not validated"),
  "k8s:unionMember": none("A member of a group of fields: exactly one field of the group must be set", {
    places: ["field"],
    example: '(union: "source", memberName: "Git")',
    args: ["union", "memberName"],
    repeatable: true,
  }),
  "k8s:unionDiscriminator": none("The field with the name of the union member that is set", {
    places: ["field"],
    example: '(union: "source")',
    args: ["union"],
  }),
  "k8s:zeroOrOneOfMember": none("A member of a group of fields: at most one field of the group can be set", {
    places: ["field"],
    example: '(union: "source")',
    args: ["union", "memberName"],
    repeatable: true,
  }),
  "k8s:modeDiscriminator": none("The field that selects the mode, which `+k8s:ifMode` tests", {
    places: ["field"],
    example: '(modality: "type")',
    args: ["modality"],
  }),
  "k8s:ifMode": chain('("Limited")=+k8s:required', "Applies a marker to the field only if the mode has this value", {
    places: ["field"],
    args: ["", "modality", "mode"],
  }),
  "k8s:ifEnabled": chain("(MyFeature)=+k8s:required", "Applies a marker only if an option of the server is enabled", {
    places: ["type", "field", "constant"],
    args: [""],
  }),
  "k8s:ifDisabled": chain(
    "(MyFeature)=+k8s:forbidden",
    "Applies a marker only if an option of the server is disabled",
    { places: ["type", "field", "constant"], args: [""] },
  ),
  "k8s:dependentRequired": none("If this field is set, the other field must be set", {
    places: ["field"],
    example: '("secret")',
    args: [""],
    repeatable: true,
  }),
  "k8s:dependentForbidden": none("If this field is set, the other field must not be set", {
    places: ["field"],
    example: '("secret")',
    args: [""],
    repeatable: true,
  }),
  "k8s:customValidation": none("The hand-written function ValidateCustom_<Type> also validates the value"),
  "k8s:alpha": chain('(since: "1.34")=+k8s:required', "The inner marker is a rule that is not enforced yet", {
    args: ["since"],
  }),
  "k8s:beta": chain(
    '(since: "1.35")=+k8s:required',
    "The inner marker is a rule that is enforced, but can still change",
    { args: ["since"] },
  ),
  "k8s:validateTrue": forTests("A rule that always passes, for tests"),
  "k8s:validateFalse": forTests("A rule that always fails, for tests"),
  "k8s:validateTrueAlpha": forTests("A rule of alpha stability that always passes, for tests"),
  "k8s:validateTrueBeta": forTests("A rule of beta stability that always passes, for tests"),
  "k8s:validateError": forTests("The generator reports an error, for tests"),
}).map(withCheckedArguments);

/**
 * Definitions of the markers of validation-gen that are checked but do not affect generated code.
 */
export const otherValidationMarkers: readonly MarkerDefinition[] = define("validation-gen", ["type", "field"], {
  "k8s:validation-gen-test-fixture": valued("validateFalse", "=validateFalse", "Also generates a test fixture", {
    places: ["package"],
  }),
  "k8s:validation-gen-test-targets": valued("a string", "", "Also generates tests of each rule", {
    places: ["package"],
    raw: true,
  }),
  "k8s:discriminator": none("The discriminator: its value selects the `+k8s:member` markers that apply", {
    places: ["field"],
    check: anyValue,
  }),
  "k8s:member": chain('("Limited")=+k8s:required', "Applies a marker only if the discriminator has this value", {
    places: ["field"],
  }),
});
