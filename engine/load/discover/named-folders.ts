import { posix } from "node:path";
import type { Marker } from "../../markers/marker.js";
import type { PackageId } from "../../model/universe.js";
import type { Position } from "../../problem.js";
import { resolveFolder } from "./paths.js";
import type { Session } from "../session.js";
import type { SourceFile } from "../syntax/source-file.js";

/** A folder that a marker names. */
export interface NamedFolder {
  readonly id: PackageId;
  /** The value in the marker. */
  readonly text: string;
  readonly position: Position;
}

const naming: ReadonlySet<string> = new Set([
  "k8s:conversion-gen",
  "k8s:conversion-gen-external-types",
  "k8s:defaulter-gen-input",
  "k8s:validation-gen-input",
]);

/** Returns the folders that a package's markers name: hubs, peers and inputs. */
export function namedFolders(packageId: PackageId, markers: readonly Marker[]): NamedFolder[] {
  return markers.flatMap(({ name, value, position }) => {
    if (!naming.has(name) || value === undefined || value === "false" || value === "true" || value === "") return [];
    return [{ id: resolveFolder(packageId, value), text: value, position }];
  });
}

/** Returns the folder in `+default=ref(../x.Name)`; undefined for other defaults. */
export function referredFolder(packageId: PackageId, marker: Marker): NamedFolder | undefined {
  const path =
    marker.name === "default" ? /^ref\((.*\/.*|\.\.?)\.[A-Za-z_$][\w$]*\)$/.exec(marker.value ?? "")?.[1] : undefined;
  return path === undefined ? undefined : { id: resolveFolder(packageId, path), text: path, position: marker.position };
}

/**
 * Returns the package markers of the files. In markers that name folders, the name of a workspace
 * package, such as `@acme/core/v1`, is replaced by the relative path of its folder. A name that is
 * also a folder of the project stays.
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
 * Returns the folder with the types that an entry exports: its own folder, or the only one from
 * which it re-exports with `export * from`.
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
