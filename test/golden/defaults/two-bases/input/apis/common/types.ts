export interface Part {
  x: string;
}
