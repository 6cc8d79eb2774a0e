/** Functions convert it. */
export type State = "Open" | "InProgress" | "Done";
/**
 * Opted out: values are converted as they are.
 * +k8s:conversion-gen=false
 */
export type Size = "S" | "M" | "L";
/** The hub has more, and a function for the ticket says so. */
export type Level = 1 | 2;

export interface Ticket {
  /** The zero is a value of each union. */
  zero: "x" | "";
  state: State;
  history: State[];
  size: Size;
  level: Level;
  /** The function gives it to the generated one. */
  inline: "a" | "c";
  /** +k8s:conversion-gen=false */
  left: "a" | "c";
}
