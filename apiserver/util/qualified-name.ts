/**
 * Returns the name of a resource in flags and metrics, such as `pizzas.restaurant.example.com` or
 * `pods`.
 */
export function qualifiedName(group: string, resource: string): string {
  return group === "" ? resource : `${resource}.${group}`;
}
