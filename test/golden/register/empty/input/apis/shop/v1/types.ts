export interface Part {
  name: string;
}
