export interface Line {
  names: Names;
}

export type Names = string[];
