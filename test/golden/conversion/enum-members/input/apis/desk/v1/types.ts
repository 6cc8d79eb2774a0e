export type State = "Open" | "InProgress" | "Done";
export type Side = "up" | "down";
export type Level = 1 | 2;
export type Size = "S" | "M" | "an odd one";

export interface Ticket {
  state: State;
  before?: State;
  history: State[];
  byName: Record<string, State>;
  side: Side;
  level: Level;
  size: Size;
  inline: "a" | "c";
  lists: ("a" | "c")[];
  sizes: Record<Size, string>;
  same: "y" | "x";
  wider: string;
}

export interface Task {
  state: State;
  inline: "a" | "c";
  mentioned: "a" | "c";
}
