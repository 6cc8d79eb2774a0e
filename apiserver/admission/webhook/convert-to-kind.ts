import {
  groupVersionString,
  type GroupKind,
  type GroupVersionKind,
  type RuntimeObject,
  type Scheme,
} from "@apimachinery/runtime";

/**
 * Converts an object to another version of its kind, or to a kind of another group with the same
 * stored objects. The result can share parts with the argument.
 * @throws Error if no conversion is registered
 */
export function convertToKind(scheme: Scheme, object: RuntimeObject, to: GroupVersionKind): RuntimeObject {
  const own = kindsOf(scheme, object);
  if (own.some(({ group, kind }) => group === to.group && kind === to.kind))
    return scheme.unsafeConvertToVersion(object, to);
  // Conversions between two groups exist only for the hub versions.
  const [first] = own;
  const from = first === undefined ? object : scheme.unsafeConvertToVersion(object, hubOf(scheme, first));
  const hub = hubOf(scheme, to);
  // The types of the objects are known only at run time, so the schemas are asserted to match.
  const [source, target] = [scheme.schemaOf(from) as never, scheme.schemaFor(hub) as never];
  const converted = scheme.convert<RuntimeObject, RuntimeObject>(from, source, target);
  const inHub: RuntimeObject = { ...converted, kind: hub.kind, apiVersion: groupVersionString(hub) };
  return scheme.unsafeConvertToVersion(inHub, to);
}

function kindsOf(scheme: Scheme, object: RuntimeObject): readonly GroupVersionKind[] {
  return scheme.objectKinds(object).gvks;
}

function hubOf(scheme: Scheme, { group, kind }: GroupKind): GroupVersionKind {
  return { group, version: scheme.hubVersion({ group, kind })?.version ?? "__internal", kind };
}
