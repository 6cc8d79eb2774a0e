/**
 * The writer that generated code uses. Each method appends to the message and returns the writer.
 */
export interface ProtobufWriter {
  /** Writes a tag or an unsigned number as a varint. */
  uint32(value: number): ProtobufWriter;
  int32(value: number): ProtobufWriter;
  /** Writes a 64-bit integer. An integer beyond ±2^53 is passed as a string of decimal digits. */
  int64(value: number | string): ProtobufWriter;
  uint64(value: number): ProtobufWriter;
  bool(value: boolean): ProtobufWriter;
  float(value: number): ProtobufWriter;
  double(value: number): ProtobufWriter;
  string(value: string): ProtobufWriter;
  bytes(value: Uint8Array): ProtobufWriter;
  /** Begins a value with a length prefix. Later calls write its content. */
  fork(): ProtobufWriter;
  /** Ends the value that `fork` has begun, and writes its length before it. */
  ldelim(): ProtobufWriter;
}
