/** A number that is written as a floating-point number, also if it is integral. */
export class Float {
  readonly value: number;

  constructor(value: number) {
    this.value = value;
  }
}
