/** An unsigned integer of 64 bits. */
export class CELUint {
  readonly value: bigint;

  constructor(value: bigint) {
    this.value = value;
  }
}

/** Bytes. */
export class CELBytes {
  readonly value: Uint8Array;

  constructor(value: Uint8Array) {
    this.value = value;
  }
}
