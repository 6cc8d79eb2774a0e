export interface Mixed {
  name: string;
}
