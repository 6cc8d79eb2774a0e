export interface B {
  y: string;
}
