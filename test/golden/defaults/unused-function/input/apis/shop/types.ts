export interface Label {
  x: string;
}
