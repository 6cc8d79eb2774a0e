import { APIVersionInternal, groupVersionString, type GroupKind, type Scheme } from "@apimachinery/runtime";
import { hubKind } from "./hub-kind.js";

/**
 * Checks that all versions of a kind can be converted to the hub and back, because every request
 * needs these conversions.
 * @throws Error that names all versions without a conversion
 */
export function requireConversions(scheme: Scheme, { group, kind }: GroupKind): void {
  const hub = hubKind(scheme, { group, kind });
  const ofHub = scheme.schemaFor(hub);
  const missing = scheme.versionsForGroupKind({ group, kind }).flatMap((version) => {
    const ofVersion = scheme.schemaFor({ ...version, kind });
    const directions = [
      ...(scheme.isConvertible(ofVersion, ofHub) ? [] : [`to ${groupVersionString(hub)}`]),
      ...(scheme.isConvertible(ofHub, ofVersion) ? [] : [`from ${groupVersionString(hub)}`]),
    ];
    return directions.length === 0 ? [] : [`${groupVersionString(version)} ${directions.join(" and ")}`];
  });
  if (missing.length === 0) return;
  const what = `${kind} cannot be converted: no conversion of ${missing.join(", or of ")}`;
  throw new Error(
    `${what}. Write +k8s:conversion-gen=${hub.version === APIVersionInternal ? ".." : `../${hub.version}`} into doc.ts of the version and run codegen, or register functions with scheme.addConversionFunc`,
  );
}
