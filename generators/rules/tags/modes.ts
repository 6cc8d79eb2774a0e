import { canBeUnset, kindAt, reportMarker, wrongType, type MarkerReader, type MarkerSite } from "../context.js";
import { nativeKind } from "../native.js";
import {
  later,
  dataOf,
  noValidations,
  rulesOnly,
  newRule,
  type NamedValue,
  type StatedRule,
  type Stability,
  type Validations,
} from "../rule.js";
import { getOrCreate, type ModeField, type Modality } from "../shared.js";
import { namedArgument, positional } from "../tag.js";

/** Default of the argument `modality`. */
const unnamed = "default";

export const modeDiscriminator: MarkerReader = (site) => {
  const { field, value } = site.context;
  const kind = kindAt(site);
  if (field === undefined) return noValidations;
  if (value.pointer) return reportMarker(site, "validation/wrong-type", "can only be used on a property without `?`");
  if (kind !== "string" && kind !== "bool") return wrongType(site, "strings and booleans");
  const modality = modalityOf(site);
  if (modality === undefined) return noValidations;
  const { discriminator } = modality;
  if (discriminator !== undefined && discriminator.name !== field.name)
    return reportMarker(site, "validation/bad-mode", `the property ${discriminator.name} is already the discriminator`);
  modality.discriminator = { name: field.name, value };
  return noValidations;
};

export const ifMode: MarkerReader = (site) => {
  const { reader, context, marker } = site;
  const { field, value, stability } = context;
  const mode = namedArgument(marker, "mode") ?? positional(marker);
  if (field === undefined || marker.then === undefined) return noValidations;
  if (mode === undefined) {
    const message = 'needs the name of a mode, such as `+k8s:ifMode("Limited")=+marker`';
    return reportMarker(site, "validation/bad-mode", message);
  }
  const modality = modalityOf(site);
  if (modality === undefined) return noValidations;
  const own: ModeField = getOrCreate(modality.fields, field.name, () => ({
    field: { name: field.name, value },
    marker,
    rules: [],
  }));
  const validations = reader.read(context, [marker.then]);
  own.rules.push({ value: mode, validations, ...(stability === undefined ? {} : { stability }) });
  return { ...later("parent", () => modeRules(site)), functions: validations.functions };
};

function modalityOf(site: MarkerSite): Modality | undefined {
  const { reader, context, marker } = site;
  const name = namedArgument(marker, "modality");
  if (name === unnamed || (name !== undefined && !/^[A-Za-z][A-Za-z0-9_]*$/.test(name))) {
    const message =
      name === unnamed
        ? "is the name of the default modality, which is used without the argument"
        : "must be a name of letters, digits and `_`";
    reportMarker(site, "validation/bad-mode", `\`${name}\` ${message}`);
    return undefined;
  }
  if (context.parent === undefined) return undefined;
  const modalities = getOrCreate(reader.shared.modalities, context.parent.path, () => new Map<string, Modality>());
  return getOrCreate(modalities, name ?? unnamed, () => ({ fields: new Map() }));
}

/**
 * Returns the rules of all modes of an object. Several properties of the object can have mode
 * markers, so only the first marker returns the rules.
 */
function modeRules(site: MarkerSite): Validations {
  const { reader, context } = site;
  const { path = "" } = context.parent ?? {};
  const modalities = reader.shared.modalities.get(path);
  if (modalities === undefined) return noValidations;
  reader.shared.modalities.delete(path);
  const rules: StatedRule[] = [];
  for (const [name, { discriminator, fields }] of sorted(modalities)) {
    if (discriminator === undefined) {
      const which = name === unnamed ? "" : ` of the modality \`${name}\``;
      const advice = "add `+k8s:modeDiscriminator` to the property that selects the mode";
      reportMarker(site, "validation/bad-mode", `the discriminator${which} is missing`, advice);
      continue;
    }
    // The properties are sorted by name, as in Go.
    for (const [, own] of sorted(fields)) rules.push(...modeRule(site, discriminator, own));
  }
  return rulesOnly(...rules);
}

function modeRule(
  site: MarkerSite,
  discriminator: NamedValue,
  { field, marker, rules }: ModeField,
): readonly StatedRule[] {
  if (!canBeUnset(site, field.value)) return [];
  const isBool = nativeKind(site.reader.universe, discriminator.value.type) === "bool";
  const wrong = isBool ? rules.find(({ value }) => value !== "true" && value !== "false") : undefined;
  if (wrong !== undefined) {
    const message = `\`${wrong.value}\` is not a mode of a boolean discriminator: use "true" or "false"`;
    reportMarker(site, "validation/bad-mode", message);
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
  return [{ ...marked(mode, level), marker, hasOwnStability: true }];
}

function marked(one: StatedRule, stability: Stability | undefined): StatedRule {
  return stability === undefined ? one : { ...one, stability };
}

function sorted<V>(map: ReadonlyMap<string, V>): readonly (readonly [string, V])[] {
  return [...map].sort(([a], [b]) => (a < b ? -1 : 1));
}
