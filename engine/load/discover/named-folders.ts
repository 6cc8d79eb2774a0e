import { posix } from "node:path";
import type { Marker } from "../../markers/marker.js";
import type { PackageId } from "../../model/universe.js";
import type { Position } from "../../problem.js";
import { resolveFolder } from "./paths.js";
import type { Session } from "../session.js";
import type { SourceFile } from "../syntax/source-file.js";

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
  const path =
    marker.name === "default" ? /^ref\((.*\/.*|\.\.?)\.[A-Za-z_$][\w$]*\)$/.exec(marker.value ?? "")?.[1] : undefined;
  return path === undefined ? undefined : { id: resolveFolder(packageId, path), text: path, position: marker.position };
}

/**
 * Markers in which a package of the workspace, `@acme/core/v1`, stands for its folder: they say the
 * folder's path, as if it had been written so. What is a folder of the project stays.
 */
export function withFolders(session: Session, id: PackageId, files: readonly SourceFile[]): Marker[] {
  return files.flatMap((file) =>
    file.comments.package.map((marker) => {
      const { name, value } = marker;
      if (value === undefined || !naming.has(name) || value.startsWith(".") || /^(true|false|)$/.test(value))
        return marker;
      const entry =
        session.fileSystem.list(resolveFolder(id, value)) === undefined ? session.linked(file.path, value) : undefined;
      if (entry === undefined) return marker;
      const path = posix.relative(id, typesFolder(session, entry));
      return { ...marker, value: path.startsWith(".") ? path : `./${path}` };
    }),
  );
}

/**
 * The folder of the types that a package's entry exports: its own, or the one that all of its
 * `export * from` lead to.
 */
function typesFolder(session: Session, entry: string): string {
  const holdsTypes = (folder: string): boolean =>
    session.fileSystem.list(folder)?.some(({ name }) => name === "doc.ts" || name === "types.ts") === true;
  const own = posix.dirname(entry);
  const others = (session.file(entry)?.stars ?? []).flatMap(({ specifier }) =>
    specifier.startsWith(".") ? [posix.join(own, posix.dirname(specifier))] : [],
  );
  const [other, ...more] = new Set(others.filter(holdsTypes));
  return holdsTypes(own) || other === undefined || more.length > 0 ? own : other;
}
