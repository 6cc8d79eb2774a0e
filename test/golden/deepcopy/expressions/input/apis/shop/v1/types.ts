export interface Box<T> {
  content: T;
  more?: T[];
}

export interface Part {
  names: string[];
}

export interface Order {
  box: Box<Part>;
  text: Box<string>;
  spec: { lines: string[]; nested?: { part: Part } };
  status?: { parts: Part[] };
}
