export type Shape = Circle | Polygon;

export interface Circle {
  type: "circle";
  radius: number;
}

export interface Polygon {
  type: "polygon";
  points: Point[];
  holes?: Shape[];
}

export interface Point {
  x: number;
  y: number;
}

export interface Drawing {
  shapes: Shape[];
  background?: Shape;
}
