export interface A {
  x: string[];
}
export interface B {
  x: string[];
}
export interface C {
  x: string[];
}
export interface D {
  x: string[];
}
export interface E {
  x: string[];
}
export interface F {
  x: string[];
}
export interface Pizza {
  x: string[];
}
