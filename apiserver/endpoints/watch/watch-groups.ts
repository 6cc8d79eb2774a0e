import type { EventEncoder } from "./event-encoder.js";
import type { StreamOfWatch } from "./lane.js";
import { WatchGroup, type WatchGroupOptions } from "./watch-group.js";

/** The groups by the encoder of their events, and by the objects that they watch. */
const groups = new WeakMap<EventEncoder, Map<string, WatchGroup>>();

export interface JoiningWatch extends Omit<WatchGroupOptions, "onEmpty"> {
  readonly stream: StreamOfWatch;
  readonly connection: object;
  /** Identifies the watched objects among those with the same encoder. */
  readonly objects: string;
}

/**
 * Adds a watch to the group of its objects and its encoder. The first watch creates the group.
 * Returns undefined if the group does not have exactly the changes that the watch has written.
 */
export function joinGroup({ stream, connection, objects, ...options }: JoiningWatch): WatchGroup | undefined {
  const { encode, after } = options;
  let known = groups.get(encode);
  if (known === undefined) groups.set(encode, (known = new Map<string, WatchGroup>()));
  const existing = known.get(objects);
  if (existing !== undefined) return existing.join(stream, connection, after) ? existing : undefined;
  const group = new WatchGroup({ ...options, onEmpty: () => known.delete(objects) });
  if (!group.join(stream, connection, after)) {
    group.close();
    return undefined;
  }
  known.set(objects, group);
  return group;
}
