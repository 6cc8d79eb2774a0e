/** The version has another name for a member. */
export type State = "Open" | "Active" | "Done";
/** No member is in both. */
export type Side = "left" | "right";
/** The version has less. */
export type Level = 1 | 2 | 3;
/** The version has more. */
export type Size = "S" | "M";

export interface Ticket {
  state: State;
  /** One problem for all fields of a type. */
  before?: State;
  history: State[];
  byName: Record<string, State>;
  side: Side;
  level: Level;
  size: Size;
  inline: "a" | "b";
  lists: ("a" | "b")[];
  /** An object with a field for each member. */
  sizes: Record<Size, string>;
  same: "x" | "y";
  wider: "x";
}

/** A function of the version is for it. */
export interface Task {
  state: State;
  inline: "a" | "b";
  mentioned: "a" | "b";
}
