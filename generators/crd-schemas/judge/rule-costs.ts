import type { PlanInput } from "../../../engine/plan/generator.js";
import type { TypeDeclaration } from "../../../engine/model/universe.js";
import type { Problem } from "../../../engine/base/problem.js";
import { ruleCosts, ruleLimit, type Bound, type RuleCost } from "../../../runtime/cel/index.js";
import {
  estimatedSchema,
  languageOf,
  valueInDefinition,
  type CRD,
  type DefinitionPath,
  type CRDSchema,
} from "../../../runtime/crd/index.js";
import { itemsSchema, propertySchemas, valuesSchema } from "../../../runtime/crd/schema-parts.js";
import type { CustomKind } from "../kinds.js";
import type { Cause } from "../rules/causes.js";
import { ruleList } from "../rules/place.js";
import type { SchemaRule } from "../schema/json-schema.js";
import { hasProblem, markerOfRule } from "./markers-of.js";
import { schemaOrigin, type SchemaOrigin } from "./origin.js";
import { celProblems } from "../../problem-codes/crd.js";

/** A bound, with the origin of the value that it limits. */
export interface PlacedBound extends Bound {
  readonly origin: SchemaOrigin;
}

/** The cost of a rule, and the schema path of the rule. */
interface PlacedCost extends RuleCost {
  readonly place: DefinitionPath;
  /**
   * Returns the schema path of a path in `ruleCosts`, such as the path of a bound; undefined if it
   * is unknown.
   */
  readonly placeOf: (path: string) => DefinitionPath | undefined;
}

/**
 * Returns the bounds that would bring the cost of one rule below the limit.
 * @param at schema path and expression of the rule
 */
export function costBounds(
  { universe, options }: PlanInput,
  type: TypeDeclaration,
  schema: CRDSchema,
  at: { readonly place: DefinitionPath; readonly rule: string },
): readonly PlacedBound[] {
  const cost = placedCosts(schema, oldestVersion(options)).find(
    ({ place, rule }) => rule === at.rule && JSON.stringify(place) === JSON.stringify(at.place),
  );
  return (cost?.bounds ?? []).flatMap((bound): readonly PlacedBound[] => {
    const place = cost?.placeOf(bound.path);
    return place === undefined ? [] : [{ ...bound, origin: schemaOrigin(universe, type, place) }];
  });
}

/**
 * Returns the oldest Kubernetes version that must accept the CustomResourceDefinitions; undefined
 * if it is not configured.
 */
export function oldestVersion({ kubernetes }: PlanInput["options"]): string | undefined {
  return typeof kubernetes === "string" ? kubernetes : undefined;
}

/** Returns the costs of the rules in the schema of a kind. */
function placedCosts(schema: CRDSchema, kubernetes: string | undefined): readonly PlacedCost[] {
  const places = new Map<string, DefinitionPath>();
  addPlaces(schema, "", [], places);
  const placeOf = (path: string): DefinitionPath | undefined => places.get(path);
  const options = { version: languageOf(kubernetes) };
  return ruleCosts(estimatedSchema(schema, kubernetes), options).map((cost) => ({
    ...cost,
    place: placeOf(cost.path) ?? [],
    placeOf,
  }));
}

/**
 * Adds the schema paths of a schema and of its parts to `places`. The keys are the paths that
 * `ruleCosts` uses.
 */
function addPlaces(schema: CRDSchema, path: string, place: DefinitionPath, places: Map<string, DefinitionPath>): void {
  places.set(path, place);
  const [items, values] = [itemsSchema(schema), valuesSchema(schema)];
  for (const [name, property] of propertySchemas(schema))
    addPlaces(property, path === "" ? name : `${path}.${name}`, [...place, "properties", name], places);
  if (items !== undefined) addPlaces(items, `${path}[]`, [...place, "items"], places);
  if (values !== undefined) addPlaces(values, `${path}{}`, [...place, "additionalProperties"], places);
}

/** Returns the estimated costs of a kind's CEL rules, as information that `--verbose` prints. */
export function costProblems({ universe, options }: PlanInput, custom: CustomKind, crd: CRD): readonly Problem[] {
  return custom.versions.flatMap(({ type }, at): readonly Problem[] => {
    const schema = crd.spec?.versions?.[at]?.schema?.openAPIV3Schema;
    return (schema === undefined ? [] : placedCosts(schema, oldestVersion(options))).flatMap((cost) => {
      const { place, rule, estimated, places, total, factor } = cost;
      const rules = valueInDefinition(schema, [...place, ruleList]) as readonly SchemaRule[];
      const written = rules.find((one) => one.rule === rule) ?? { rule };
      const cause = markerOfRule(schemaOrigin(universe, type, place), written);
      // An invalid rule has no cost, and a rule above the limit is already an error.
      if (cause === undefined || hasProblem(cause.marker) || total === 0n || factor > 1) return [];
      return {
        ...celProblems.is("cel/cost", "info"),
        message: messageOf(cost, cause),
        numbers: { estimated: Number(estimated), places: Number(places), total: Number(total), factor },
        position: cause.marker.position,
        detail: true,
      };
    });
  });
}

function messageOf({ path, estimated, places, total }: RuleCost, { marker, label }: Cause): string {
  const what = `+${marker.name.replace(/:rule$/, "")} of ${label}`;
  const at = path === "" ? "the object" : path;
  const each = places === 1n ? "" : ` (${String(estimated)} for each of ${String(places)} values)`;
  return `the estimated cost of ${what}, at ${at}, is ${String(total)}${each}; the limit is ${String(ruleLimit)}`;
}
