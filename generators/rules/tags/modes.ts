import type { Marker } from "../../../engine/markers/marker.js";
import { alwaysSet, reportMarker, wrongType, type MarkerContext, type MarkerReader, type Reader } from "../context.js";
import { nativeKind } from "../native.js";
import {
  later,
  dataOf,
  noValidations,
  rulesOnly,
  newRule,
  type StatedRule,
  type Stability,
  type Validations,
} from "../rule.js";
import { getOrCreate, type ModeField, type Modality } from "../shared.js";
import { namedArgument, positional } from "../tag.js";

/** Default of the argument `modality`. */
const unnamed = "default";

export const modeDiscriminator: MarkerReader = (reader, context, marker) => {
  const { field, value } = context;
  const kind = nativeKind(reader.universe, value.type);
  if (field === undefined) return noValidations;
  if (value.pointer) {
    reportMarker(reader, "validation/wrong-type", marker, "can only be used on a property without `?`");
    return noValidations;
  }
  if (kind !== "string" && kind !== "bool") {
    wrongType(reader, context, marker, "strings and booleans");
    return noValidations;
  }
  const modality = modalityOf(reader, context, marker);
  if (modality === undefined) return noValidations;
  if (modality.discriminator !== undefined && modality.discriminator.name !== field.name)
    reportMarker(
      reader,
      "validation/bad-mode",
      marker,
      `the property ${modality.discriminator.name} is already the discriminator`,
    );
  else modality.discriminator = { name: field.name, value };
  return noValidations;
};

export const ifMode: MarkerReader = (reader, context, marker) => {
  const { field, value, stability } = context;
  const mode = namedArgument(marker, "mode") ?? positional(marker);
  if (field === undefined || marker.then === undefined) return noValidations;
  if (mode === undefined) {
    reportMarker(
      reader,
      "validation/bad-mode",
      marker,
      'needs the name of a mode, such as `+k8s:ifMode("Limited")=+marker`',
    );
    return noValidations;
  }
  const modality = modalityOf(reader, context, marker);
  if (modality === undefined) return noValidations;
  const own: ModeField = getOrCreate(modality.fields, field.name, () => ({
    field: { name: field.name, value },
    rules: [],
  }));
  const validations = reader.read(context, [marker.then]);
  own.rules.push({ value: mode, validations, ...(stability === undefined ? {} : { stability }) });
  return { ...later("parent", () => modeRules(reader, context, marker)), functions: validations.functions };
};

function modalityOf(reader: Reader, { parent }: MarkerContext, marker: Marker): Modality | undefined {
  const name = namedArgument(marker, "modality");
  if (name === unnamed || (name !== undefined && !/^[A-Za-z][A-Za-z0-9_]*$/.test(name))) {
    const message =
      name === unnamed
        ? "is the name of the default modality, which is used without the argument"
        : "must be a name of letters, digits and `_`";
    reportMarker(reader, "validation/bad-mode", marker, `\`${name}\` ${message}`);
    return undefined;
  }
  if (parent === undefined) return undefined;
  const modalities = getOrCreate(reader.shared.modalities, parent.path, () => new Map<string, Modality>());
  return getOrCreate(modalities, name ?? unnamed, () => ({ fields: new Map() }));
}

/**
 * Returns the rules of all modes of an object. Several properties of the object can have mode
 * markers, so only the first marker returns the rules.
 */
function modeRules(reader: Reader, { parent }: MarkerContext, marker: Marker): Validations {
  const modalities = parent === undefined ? undefined : reader.shared.modalities.get(parent.path);
  if (parent === undefined || modalities === undefined) return noValidations;
  reader.shared.modalities.delete(parent.path);
  const rules: StatedRule[] = [];
  for (const [name, { discriminator, fields }] of sorted(modalities)) {
    if (discriminator === undefined) {
      const which = name === unnamed ? "" : ` of the modality \`${name}\``;
      reportMarker(
        reader,
        "validation/bad-mode",
        marker,
        `the discriminator${which} is missing`,
        "add `+k8s:modeDiscriminator` to the property that selects the mode",
      );
      continue;
    }
    // The properties are sorted by name, as in Go.
    for (const [, own] of sorted(fields)) rules.push(...modeRule(reader, marker, discriminator, own));
  }
  return rulesOnly(...rules);
}

function modeRule(
  reader: Reader,
  marker: Marker,
  discriminator: NonNullable<Modality["discriminator"]>,
  own: ModeField,
): readonly StatedRule[] {
  const { field, rules } = own;
  if (nativeKind(reader.universe, field.value.type) === "struct" && !field.value.pointer) {
    reportMarker(reader, "validation/wrong-type", marker, ...alwaysSet);
    return [];
  }
  const isBool = nativeKind(reader.universe, discriminator.value.type) === "bool";
  const wrong = isBool ? rules.find(({ value }) => value !== "true" && value !== "false") : undefined;
  if (wrong !== undefined) {
    reportMarker(
      reader,
      "validation/bad-mode",
      marker,
      `\`${wrong.value}\` is not a mode of a boolean discriminator: use "true" or "false"`,
    );
    return [];
  }
  const values = [...new Set(rules.map(({ value }) => value))].sort();
  const levels = new Set(rules.map(({ stability }) => stability));
  const [level] = levels.size === 1 ? [...levels] : [];
  const cases = values.map((value) => ({
    value: isBool ? value === "true" : value,
    rules: rules
      .filter((one) => one.value === value)
      .flatMap(({ validations, stability }) => dataOf(validations.rules.map((one) => marked(one, stability)))),
  }));
  const mode = newRule({ kind: "mode", name: field.name, discriminator: discriminator.name, cases });
  return [{ ...marked(mode, level), hasOwnStability: true }];
}

function marked(one: StatedRule, stability: Stability | undefined): StatedRule {
  return stability === undefined ? one : { ...one, stability };
}

function sorted<V>(map: ReadonlyMap<string, V>): readonly (readonly [string, V])[] {
  return [...map].sort(([a], [b]) => (a < b ? -1 : 1));
}
