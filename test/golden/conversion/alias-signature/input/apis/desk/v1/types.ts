export type Role = "Owner" | "Helper";
export type State = "Open" | "Done";

export interface Sla {
  role: Role;
  state: State;
}
