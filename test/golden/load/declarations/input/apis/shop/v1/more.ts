export interface Twice {
  y: string;
}
