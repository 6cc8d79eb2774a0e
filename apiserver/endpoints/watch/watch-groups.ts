import type { EventEncoder } from "./event-encoder.js";
import type { StreamOfWatch } from "./lane.js";
import { WatchGroup, type WatchGroupOptions } from "./watch-group.js";

/** Groups by the encoder of their events, and by the string that identifies the watched objects. */
const groups = new WeakMap<EventEncoder, Map<string, WatchGroup>>();

export interface JoiningWatch extends Omit<WatchGroupOptions, "onEmpty"> {
  readonly stream: StreamOfWatch;
  readonly connection: object;
  /** String that is equal for watches of the same objects. */
  readonly objects: string;
}

/**
 * Adds a watch to the group with the same objects and encoder. Creates the group if it does not
 * exist. Returns undefined if the watch cannot join, for example because the group is at another
 * revision.
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
