import { noWorkspace, type Workspace } from "../base/workspace.js";
import type { Universe } from "../model/universe.js";
import type { LoadSnapshot } from "./snapshot/snapshot.js";

/** The workspace of `load`. It also stores universes, and snapshots of folders. */
export interface LoadWorkspace extends Workspace {
  /**
   * Returns the universe. If a package equals a package of the previous universe of this name, the
   * earlier object replaces it. An unchanged package is therefore the identical object in all runs.
   */
  share(name: "loaded" | "universe", universe: Universe): Universe;
  /**
   * Snapshots of the folders in the last run that read all types without a problem; undefined if no
   * run did.
   */
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
