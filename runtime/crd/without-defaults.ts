/** Returns a copy of a schema, or of an object that contains schemas, without defaults. */
export function withoutDefaults(schema: unknown, isSchema = true): unknown {
  if (Array.isArray(schema)) return schema.map((one) => withoutDefaults(one));
  if (typeof schema !== "object" || schema === null) return schema;
  const entries = Object.entries(schema).filter(([key]) => !isSchema || key !== "default");
  // In `properties`, the keys are property names, so `default` can be the name of a property.
  return Object.fromEntries(
    entries.map(([key, one]) => [key, withoutDefaults(one, !isSchema || key !== "properties")]),
  );
}
