export interface Ticket {
  title: string;
  reporter: string;
}

export interface Note {
  body: string;
}

export interface Task {
  caller: string;
}

export interface Part {
  size: string;
  color: string;
  depth: string;
}
