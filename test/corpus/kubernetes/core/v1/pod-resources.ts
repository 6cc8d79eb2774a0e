import { addQuantities, compareQuantities } from "@apimachinery/runtime";
import type { Container, PodSpec, ResourceList } from "./types.js";

/**
 * Sets the requests of a pod that has pod-level limits. They become the sum of the containers'
 * requests. If the containers have no requests, they become the limits.
 */
export function setPodRequests({ containers, initContainers = [], resources }: PodSpec): void {
  if (resources?.limits === undefined) return;
  const requested = { ...resources.limits, ...together(containers, initContainers) };
  const supported = Object.entries(requested).filter(([name]) => /^(cpu|memory|hugepages-.*)$/.test(name));
  resources.requests = { ...Object.fromEntries(supported), ...resources.requests };
}

/**
 * Returns the largest total request at any time. Init containers run one after the other, before
 * the containers. Some init containers keep running.
 */
function together(containers: readonly Container[], initContainers: readonly Container[]): ResourceList {
  let beside: ResourceList = {};
  let starting: ResourceList = {};
  for (const { resources, restartPolicy } of initContainers) {
    const running = added(beside, resources.requests);
    if (restartPolicy === "Always") beside = running;
    starting = larger(starting, running);
  }
  return larger(
    starting,
    containers.reduce((sum, { resources }) => added(sum, resources.requests), beside),
  );
}

function added(one: ResourceList, other: ResourceList = {}): ResourceList {
  return merged(one, other, addQuantities);
}

function larger(one: ResourceList, other: ResourceList): ResourceList {
  return merged(one, other, (a, b) => (compareQuantities(a, b) < 0 ? b : a));
}

function merged(one: ResourceList, other: ResourceList, merge: (a: string, b: string) => string): ResourceList {
  const out = new Map(Object.entries(one));
  for (const [name, quantity] of Object.entries(other)) {
    const known = out.get(name);
    out.set(name, known === undefined ? quantity : merge(known, quantity));
  }
  return Object.fromEntries(out);
}
