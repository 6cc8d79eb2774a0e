import type { Marker } from "../markers/marker.js";
import type { PackageId } from "../model/universe.js";
import type { Position } from "../problem.js";
import { resolveFolder } from "./paths.js";

export interface NamedFolder {
  readonly id: PackageId;
  /** What the marker says. */
  readonly text: string;
  readonly position: Position;
}

const naming: ReadonlySet<string> = new Set([
  "k8s:conversion-gen",
  "k8s:conversion-gen-external-types",
  "k8s:defaulter-gen-input",
  "k8s:validation-gen-input",
]);

/** The folders that markers of a package name: hubs, peers, inputs. */
export function namedFolders(packageId: PackageId, markers: readonly Marker[]): NamedFolder[] {
  return markers.flatMap(({ name, value, position }) => {
    if (!naming.has(name) || value === undefined || value === "false" || value === "true" || value === "") return [];
    return [{ id: resolveFolder(packageId, value), text: value, position }];
  });
}

/** The folder in `+default=ref(../x.Name)`; other defaults name none. */
export function referredFolder(packageId: PackageId, marker: Marker): NamedFolder | undefined {
  const path = marker.name === "default" ? /^ref\((.*\/.*|\.\.?)\.[A-Za-z_$][\w$]*\)$/.exec(marker.value ?? "")?.[1] : undefined;
  return path === undefined ? undefined : { id: resolveFolder(packageId, path), text: path, position: marker.position };
}
