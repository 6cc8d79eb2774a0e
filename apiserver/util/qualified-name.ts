/** Returns the name of a resource in flags and metrics: `pizzas.restaurant.example.com`, `pods`. */
export function qualifiedName(group: string, resource: string): string {
  return group === "" ? resource : `${resource}.${group}`;
}
