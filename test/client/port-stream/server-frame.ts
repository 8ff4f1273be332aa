// The side of a server in a WebSocket, as far as the tests of streams to ports of pods need it.

/** Returns a frame of a server. @param head - the first byte: 0x80 in the last frame of a message, and the operation. */
export function serverFrame(head: number, content: Buffer): Buffer {
  const { length } = content;
  if (length < 126) return Buffer.concat([Buffer.of(head, length), content]);
  const long = Buffer.alloc(length < 65_536 ? 4 : 10);
  long.set([head, length < 65_536 ? 126 : 127]);
  if (length < 65_536) long.writeUInt16BE(length, 2);
  else long.writeBigUInt64BE(BigInt(length), 2);
  return Buffer.concat([long, content]);
}

/** Returns a message of a channel. The first content of a channel is the port, in two bytes. */
export function channelMessage(channel: number, content: Buffer): Buffer {
  return serverFrame(0x82, Buffer.concat([Buffer.of(channel), content]));
}

/** Splits the bytes of a client into frames. @returns those that are complete, and the other bytes. */
export function clientFrames(bytes: Buffer): { readonly frames: readonly [number, Buffer][]; readonly rest: Buffer } {
  const frames: [number, Buffer][] = [];
  let rest = bytes;
  for (;;) {
    if (rest.length < 2) return { frames, rest };
    const short = rest.readUInt8(1) & 0x7f;
    const begin = short === 127 ? 10 : short === 126 ? 4 : 2;
    if (rest.length < begin + 4) return { frames, rest };
    const length = short === 127 ? Number(rest.readBigUInt64BE(2)) : short === 126 ? rest.readUInt16BE(2) : short;
    if (rest.length < begin + 4 + length) return { frames, rest };
    const mask = rest.subarray(begin, begin + 4);
    const content = rest.subarray(begin + 4, begin + 4 + length);
    frames.push([rest.readUInt8(), content.map((byte, index) => byte ^ mask.readUInt8(index % 4)) as Buffer]);
    rest = rest.subarray(begin + 4 + length);
  }
}
