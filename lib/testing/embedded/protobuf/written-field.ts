// In: the number and the content of a field. Out: its bytes in a protobuf message. Called for responses in protobuf.

/** Returns a field with a length. */
export function field(number: number, ...content: readonly Buffer[]): Buffer {
  const bytes = Buffer.concat(content);
  return Buffer.concat([varint((number << 3) | 2), varint(bytes.length), bytes]);
}

/** Returns a field with a number that isn't negative. */
export function numberField(number: number, value: number): Buffer {
  return Buffer.concat([varint(number << 3), varint(value)]);
}

/** Returns a number in groups of seven bits, the lowest first. */
function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest >>>= 7) bytes.push((rest & 127) | 128);
  return Buffer.from([...bytes, rest]);
}
