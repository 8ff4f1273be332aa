import { brandedError } from '../../../error/index.ts';

/** One field of a message: a number for a varint, bytes for the other wire types. */
export interface MessageField {
  readonly number: number;
  readonly value: bigint | Buffer;
}

/** Bytes that aren't a protobuf message. */
export class MessageError extends brandedError('MessageError') {}

/**
 * Yields the fields of a protobuf message in the order of the bytes.
 *
 * @throws MessageError if the bytes end within a field, or have a wire type that Kubernetes doesn't use.
 * @see https://protobuf.dev/programming-guides/encoding/
 */
export function* messageFields(bytes: Buffer): Generator<MessageField> {
  let offset = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = bytes[offset];
      if (byte === undefined) throw new MessageError('the message ends within a number');
      offset += 1;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    throw new MessageError('a number has more than ten bytes');
  };
  const slice = (length: number): Buffer => {
    if (offset + length > bytes.length) throw new MessageError('the message ends within a field');
    offset += length;
    return bytes.subarray(offset - length, offset);
  };
  while (offset < bytes.length) {
    const key = Number(varint());
    const number = Math.floor(key / 8);
    switch (key % 8) {
      case 0:
        yield { number, value: varint() };
        break;
      case 1:
        yield { number, value: slice(8) };
        break;
      case 2:
        yield { number, value: slice(Number(varint())) };
        break;
      case 5:
        yield { number, value: slice(4) };
        break;
      default:
        throw new MessageError(`field ${number} has the wire type ${key % 8}`);
    }
  }
}
