import { noWorkspace, type Workspace } from "../base/workspace.js";
import type { Universe } from "../model/universe.js";
import type { LoadSnapshot } from "./snapshot/snapshot.js";

/** The workspace of `load`, which also stores models and snapshots of folders. */
export interface LoadWorkspace extends Workspace {
  /**
   * Returns the universe. Each package that is equal to a package of the last universe of this name
   * is replaced by the earlier object. An unchanged package is therefore the identical object.
   */
  share(name: "loaded" | "universe", universe: Universe): Universe;
  /** Snapshots of the folders in the last run that read everything without a problem. */
  readonly snapshot: LoadSnapshot | undefined;
  keepSnapshot(take: () => LoadSnapshot): void;
}

/** A workspace that stores nothing. */
export const noLoadWorkspace: LoadWorkspace = {
  ...noWorkspace,
  share: (_name, universe) => universe,
  snapshot: undefined,
  keepSnapshot: () => undefined,
};
