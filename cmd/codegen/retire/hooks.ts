import { getJSON, type Client } from "./client.js";
import type { Retired } from "./group.js";

/** A webhook or an admission policy with rules that name the version. */
export interface NamingRule {
  /** Kind and name of the object that contains the rules. */
  readonly place: string;
  /** True if these rules match no other served version of the group. */
  readonly isOnlyOne: boolean;
}

interface Rule {
  readonly apiGroups?: readonly string[];
  readonly apiVersions?: readonly string[];
}

interface Registration {
  readonly metadata: { readonly name: string };
  readonly webhooks?: readonly { readonly name: string; readonly rules?: readonly Rule[] }[];
  readonly spec?: { readonly matchConstraints?: { readonly resourceRules?: readonly Rule[] } };
}

const kinds = [
  ["ValidatingWebhookConfiguration", "validatingwebhookconfigurations"],
  ["MutatingWebhookConfiguration", "mutatingwebhookconfigurations"],
  ["ValidatingAdmissionPolicy", "validatingadmissionpolicies"],
  ["MutatingAdmissionPolicy", "mutatingadmissionpolicies"],
] as const;

/** Returns the webhooks and admission policies with rules that name a version of a group. */
export async function rulesThatName(
  client: Client,
  retired: Retired,
  served: readonly string[],
): Promise<readonly NamingRule[]> {
  const found: NamingRule[] = [];
  for (const [kind, resource] of kinds) {
    const path = `/apis/admissionregistration.k8s.io/v1/${resource}`;
    const list = await getJSON<{ readonly items: readonly Registration[] }>(client, path);
    for (const { metadata, webhooks = [], spec } of list?.items ?? []) {
      const parts = [
        ...webhooks.map(({ name, rules }) => [`${kind} ${metadata.name}: ${name}`, rules] as const),
        [`${kind} ${metadata.name}`, spec?.matchConstraints?.resourceRules] as const,
      ];
      for (const [place, rules = []] of parts) {
        const naming = rules.filter((rule) => names(rule, retired));
        if (naming.length > 0)
          found.push({ place, isOnlyOne: naming.every((rule) => !isNeededNoMore(rule, retired, served)) });
      }
    }
  }
  return found;
}

function names({ apiGroups = [], apiVersions = [] }: Rule, { group, version }: Retired): boolean {
  return (apiGroups.includes(group) || apiGroups.includes("*")) && apiVersions.includes(version);
}

/** Reports whether a rule also matches another served version of the group. */
function isNeededNoMore({ apiVersions = [] }: Rule, { version }: Retired, served: readonly string[]): boolean {
  return apiVersions.some((one) => one === "*" || (one !== version && served.includes(one)));
}
