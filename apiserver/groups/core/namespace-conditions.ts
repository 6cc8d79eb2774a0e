import { timeOf } from "@apimachinery/runtime";
import type { NamespaceCondition } from "./v1/types.js";
import type { RemainingContent } from "./remaining-content.js";

/** Conditions of a namespace that is being deleted without problems, in the order of Kubernetes. */
const successful: readonly Readonly<NamespaceCondition>[] = [
  {
    type: "NamespaceDeletionDiscoveryFailure",
    status: "False",
    reason: "ResourcesDiscovered",
    message: "All resources successfully discovered",
  },
  {
    type: "NamespaceDeletionGroupVersionParsingFailure",
    status: "False",
    reason: "ParsedGroupVersions",
    message: "All legacy kube types successfully parsed",
  },
  {
    type: "NamespaceDeletionContentFailure",
    status: "False",
    reason: "ContentDeleted",
    message: "All content successfully deleted, may be waiting on finalization",
  },
  {
    type: "NamespaceContentRemaining",
    status: "False",
    reason: "ContentRemoved",
    message: "All content successfully removed",
  },
  {
    type: "NamespaceFinalizersRemaining",
    status: "False",
    reason: "ContentHasNoFinalizers",
    message: "All content-preserving finalizers finished",
  },
];

/**
 * Returns the conditions of a namespace after an attempt to delete its content; undefined if they
 * have not changed (Go: namespaceConditionUpdater).
 * @param errors errors of this attempt
 */
export function nextConditions(
  old: readonly NamespaceCondition[],
  remaining: readonly RemainingContent[],
  errors: readonly Error[],
): NamespaceCondition[] | undefined {
  const problems = [...failure(errors), ...remainingResources(remaining), ...remainingFinalizers(remaining)];
  const now = timeOf(new Date());
  const next = [...old];
  let hasChanged = false;
  for (const usual of successful) {
    const wanted = problems.find(({ type }) => type === usual.type) ?? usual;
    const index = next.findIndex(({ type }) => type === usual.type);
    const current = next[index];
    if (current !== undefined && isSame(current, wanted)) continue;
    hasChanged = true;
    const isTransition = current?.status !== wanted.status;
    const lastTransitionTime = isTransition ? now : (current.lastTransitionTime ?? now);
    const condition = { ...wanted, lastTransitionTime };
    if (index === -1) next.push(condition);
    else next[index] = condition;
  }
  return hasChanged ? next : undefined;
}

function isSame(a: NamespaceCondition, b: NamespaceCondition): boolean {
  return a.status === b.status && a.message === b.message && a.reason === b.reason;
}

function failure(errors: readonly Error[]): NamespaceCondition[] {
  if (errors.length === 0) return [];
  const texts = errors.map(({ message }) => message).sort();
  return [
    {
      type: "NamespaceDeletionContentFailure",
      status: "True",
      reason: "ContentDeletionFailed",
      message: `Failed to delete all resource types, ${errors.length} remaining: ${texts.join(", ")}`,
    },
  ];
}

function remainingResources(remaining: readonly RemainingContent[]): NamespaceCondition[] {
  if (remaining.length === 0) return [];
  const texts = remaining.map(({ group, resource, count }) => `${resource}.${group} has ${count} resource instances`);
  return [
    {
      type: "NamespaceContentRemaining",
      status: "True",
      reason: "SomeResourcesRemain",
      message: `Some resources are remaining: ${texts.sort().join(", ")}`,
    },
  ];
}

function remainingFinalizers(remaining: readonly RemainingContent[]): NamespaceCondition[] {
  const counts = new Map<string, number>();
  for (const { finalizers } of remaining)
    for (const [finalizer, count] of finalizers) counts.set(finalizer, (counts.get(finalizer) ?? 0) + count);
  if (counts.size === 0) return [];
  const texts = [...counts].map(([finalizer, count]) => `${finalizer} in ${count} resource instances`);
  return [
    {
      type: "NamespaceFinalizersRemaining",
      status: "True",
      reason: "SomeFinalizersRemain",
      message: `Some content in the namespace has finalizers remaining: ${texts.sort().join(", ")}`,
    },
  ];
}
