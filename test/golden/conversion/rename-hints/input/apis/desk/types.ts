export type Priority = "Low" | "High";

export interface Ticket {
  summary: string;
  queue: string;
  priority: Priority;
}

/** One field is left on each side. */
export interface Note {
  text: string;
}

/** The only field that is left is optional. */
export interface Task {
  owner?: string;
}

export interface Part {
  partSize: string;
  colour: string;
  weight: string;
}
