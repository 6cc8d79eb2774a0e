export type State = "Open" | "Active" | "Done";
export type Size = "S" | "M";
export type Level = 1 | 2 | 3;

export interface Ticket {
  zero: "x";
  state: State;
  history: State[];
  size: Size;
  level: Level;
  inline: "a" | "b";
  left: "a" | "b";
}
