/** Hand-written functions convert it. */
export type State = "Open" | "InProgress" | "Done";
/**
 * Opted out: values are converted unchanged.
 * +k8s:conversion-gen=false
 */
export type Size = "S" | "M" | "L";
/** The hub has more members, and a function for the ticket declares the loss. */
export type Level = 1 | 2;

export interface Ticket {
  /** The zero value is a member of each union. */
  zero: "x" | "";
  state: State;
  history: State[];
  size: Size;
  level: Level;
  /** The hand-written function passes it to the generated one. */
  inline: "a" | "c";
  /** +k8s:conversion-gen=false */
  left: "a" | "c";
}
