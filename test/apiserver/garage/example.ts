import type { RequestContext, Strategy } from "@apimachinery/apiserver";
import type { Car } from "./types.js";

// The blocks of docs/beyond-crud.md are parts of this file. A test compares them.

export const graceful: Strategy<Car> = {
  gracePeriodSeconds: ({ spec }, requested) =>
    spec.stopSeconds === undefined ? undefined : (requested ?? spec.stopSeconds),
};

export class CountedCars implements Strategy<Car> {
  /** Number of cars that exist, by colour. */
  readonly count = new Map<string, number>();

  decorate({ metadata, spec }: Car): void {
    metadata.annotations = { ...metadata.annotations, "garage.example.com/alike": String(this.count.get(spec.colour)) };
  }

  afterCreate(_context: RequestContext, { spec }: Car): void {
    this.#add(spec.colour, 1);
  }

  afterDelete(_context: RequestContext, { spec }: Car): void {
    this.#add(spec.colour, -1);
  }

  #add(colour: string, cars: number): void {
    this.count.set(colour, (this.count.get(colour) ?? 0) + cars);
  }
}
