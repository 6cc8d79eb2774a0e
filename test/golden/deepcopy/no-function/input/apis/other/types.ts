export interface Stranger {
  names: string[];
}
