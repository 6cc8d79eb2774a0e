import type { PlanInput, PlannedOptionProblem, UnknownKey } from "../../engine/plan/generator.js";
import type { Problem } from "../../engine/base/problem.js";
import { certificatesProblem } from "../../engine/base/certificates.js";
import { groupVersionOf } from "../../engine/model/group-version.js";
import type { CRDClientConfig, CRDConversion } from "../../runtime/crd/index.js";
import type { CustomKind } from "../crd-schemas/kinds.js";
import type { JSONSchema } from "../crd-schemas/schema/json-schema.js";
import { withShortDescriptions } from "../crd-schemas/schema/root-schema.js";
import { crdProblems } from "../problem-codes/crd.js";

/**
 * One webhook in the option `crd.conversion` of the configuration. `caBundle` is the path of a PEM
 * file with certificates, relative to the project's root.
 */
type Configured = CRDClientConfig & Pick<NonNullable<CRDConversion["webhook"]>, "conversionReviewVersions">;

export interface DefinitionConversion {
  /** Value of `spec.conversion`; absent if the API server only changes the apiVersion. */
  readonly stanza?: object;
  readonly problems: readonly Problem[];
}

/**
 * Returns the conversion of a kind's objects in the API server, as configured, and its problems.
 */
export function definitionConversion(
  input: PlanInput,
  custom: CustomKind,
  schemas: readonly JSONSchema[],
): DefinitionConversion {
  const configured = configuredFor(input, custom.group);
  if (configured === undefined) return { problems: differing(custom, schemas) };
  // With only one version, the API server never calls a conversion webhook.
  if (custom.versions.length === 1) return { problems: [] };
  const { service, url, caBundle, conversionReviewVersions = ["v1"] } = configured;
  const certificates = caBundle === undefined ? undefined : input.readFile(caBundle);
  const clientConfig = {
    ...(certificates === undefined ? {} : { caBundle: Buffer.from(certificates, "utf8").toString("base64") }),
    ...(service === undefined ? {} : { service }),
    ...(url === undefined ? {} : { url }),
  };
  return { stanza: { strategy: "Webhook", webhook: { clientConfig, conversionReviewVersions } }, problems: [] };
}

function configuredFor({ options }: PlanInput, group: string): Configured | undefined {
  const all = options["conversion"];
  if (typeof all !== "object" || all === null || !Object.hasOwn(all, group)) return undefined;
  // This assertion is safe, because the check of the configuration has accepted the entry.
  return (all as Readonly<Record<string, Configured>>)[group];
}

/** Reports the groups in the option `conversion` that have no custom resources. */
export function unknownGroups(input: PlanInput, kinds: readonly CustomKind[]): readonly UnknownKey[] {
  const known = [...new Set(kinds.map(({ group }) => group))];
  const declared = new Set(input.packages.map((pkg) => groupVersionOf(input.universe, pkg)?.group));
  const hint = "add +kubebuilder:object:root=true to a kind of the group, or remove the webhook";
  return Object.keys(input.options["conversion"] ?? {})
    .filter((group) => !known.includes(group))
    .map((key) => ({
      option: "conversion",
      key,
      wanted: "a group with custom resources",
      known,
      ...(declared.has(key) && { hint }),
    }));
}

/**
 * Warns about versions with different schemas, because the API server cannot convert their objects
 * without a webhook.
 */
function differing({ group, kind, versions }: CustomKind, schemas: readonly JSONSchema[]): readonly Problem[] {
  const [first, ...rest] = schemas.map((schema) => JSON.stringify(withShortDescriptions(schema, 0)));
  const [version] = versions;
  if (version === undefined || rest.every((schema) => schema === first)) return [];
  return [
    {
      ...crdProblems.is("crd/no-conversion"),
      message: `the versions of ${kind} differ, but no webhook converts objects: the API server only changes the apiVersion`,
      hint: `add to codegen.config.json: "options": {"crd": {"conversion": {${JSON.stringify(group)}: {"service": {"namespace": "…", "name": "…", "path": "/convert"}}}}}`,
      position: version.type.position,
    },
  ];
}

/**
 * Reports the CA bundles of webhooks that API servers reject: the file does not exist or has no
 * valid certificates.
 */
export function bundleProblems(input: PlanInput, kinds: readonly CustomKind[]): readonly PlannedOptionProblem[] {
  const converted = kinds.filter(({ versions }) => versions.length > 1).map(({ group }) => group);
  return [...new Set(converted)].flatMap((group) => {
    const file = configuredFor(input, group)?.caBundle;
    if (file === undefined) return [];
    const certificates = input.readFile(file);
    const reason = certificates === undefined ? "does not exist" : certificatesProblem(certificates);
    if (reason === undefined) return [];
    return {
      ...crdProblems.is(certificates === undefined ? "crd/no-ca-bundle" : "crd/bad-ca-bundle"),
      message: `the file ${file} ${reason}`,
      hint: "create the file with a certificate in PEM format, or remove caBundle",
      path: ["conversion", group, "caBundle"],
    };
  });
}
