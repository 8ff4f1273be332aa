// In: the connection of a WebSocket to a port of a pod. Out: a stream of the bytes of that port. Called by PortStreams.
// A reader that waits stops the connection, and a write ends when the connection has taken it: undici's WebSocket, like those
// of browsers, has no way to stop its server.

import { Buffer } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import { Duplex } from 'node:stream';
import type { Clock } from '../../clock/index.ts';

/**
 * The form of messages: a byte with the number of the channel, and content. The first content of each channel is the port.
 *
 * @see https://github.com/kubernetes/kubernetes/blob/v1.36.0/staging/src/k8s.io/cri-streaming/pkg/streaming/portforward/websocket.go
 */
export const channelProtocol = 'v4.channel.k8s.io';
const dataChannel = 0;
const portBytes = 2;

/** @see https://www.rfc-editor.org/rfc/rfc6455#section-11.8 */
const operation = { continuation: 0, binary: 2, close: 8, ping: 9, pong: 10 };

/** Far more than the 32 KiB that servers send at once. */
const longestFrameBytes = 1_048_576;

/** The time between two pings. Without them, a lost node is noticed only when the API server gives up its connection. */
const pingMs = 10_000;

/**
 * Returns the bytes of the port as a stream. It fails if the server reports an error, such as that nothing listens, and if the
 * server answers no ping.
 */
export function channelStream(connection: Duplex, clock: Clock): Duplex {
  let hasAnswered = true;
  const ping = () => {
    if (!hasAnswered) {
      stream.destroy(new Error(`the server has answered no ping within ${pingMs / 1000} s`));
      return;
    }
    // No response arrives while one of the sides waits for the other.
    hasAnswered = connection.isPaused() || !connection.writable || connection.writableLength > 0;
    if (!hasAnswered) connection.write(frame(operation.ping, Buffer.alloc(0)));
    timer = clock.timer(pingMs, ping);
  };
  let timer = clock.timer(pingMs, ping);
  const stream = new Duplex({
    read: () => connection.resume(),
    write: (chunk: Buffer, _encoding, done) => {
      connection.write(frame(operation.binary, Buffer.concat([Buffer.of(dataChannel), chunk])), done);
    },
    final: (done) => connection.end(frame(operation.close, Buffer.alloc(0)), done),
    destroy: (error, done) => {
      timer.cancel();
      connection.destroy();
      done(error);
    },
  });
  const reader = new FrameReader();
  const received = new Map<number, number>();
  let channel = dataChannel;
  let isEnded = false;
  const end = () => {
    if (!isEnded) stream.push(null);
    isEnded = true;
  };
  /** Passes on the content of a channel after the port. */
  const receive = (content: Buffer) => {
    const count = received.get(channel) ?? 0;
    received.set(channel, count + content.length);
    const bytes = content.subarray(Math.max(0, portBytes - count));
    if (bytes.length === 0 || isEnded) return;
    if (channel !== dataChannel) stream.destroy(new Error(bytes.toString().trim()));
    else if (!stream.push(bytes)) connection.pause();
  };
  connection.on('data', (chunk: Buffer) => {
    hasAnswered = true;
    for (const { code, content } of reader.frames(chunk)) {
      if (code === operation.binary && content.length > 0) {
        channel = content.readUInt8();
        receive(content.subarray(1));
      } else if (code === operation.continuation) receive(content);
      else if (code === operation.close) end();
      else if (code === operation.ping && connection.writable) connection.write(frame(operation.pong, content));
    }
    if (reader.unreadBytes > longestFrameBytes)
      stream.destroy(new Error(`the server sends a frame of more than ${longestFrameBytes} bytes`));
  });
  connection.on('error', (error) => stream.destroy(error));
  for (const event of ['end', 'close']) connection.on(event, end);
  return stream;
}

/** A part of a message, or a whole one. */
interface Frame {
  readonly code: number;
  readonly content: Buffer;
}

/** Splits the bytes of a server into frames. @see https://www.rfc-editor.org/rfc/rfc6455#section-5.2 */
class FrameReader {
  #unread = Buffer.alloc(0);

  /** The number of bytes that wait for the end of their frame. */
  get unreadBytes(): number {
    return this.#unread.length;
  }

  /** Yields the frames that end in a chunk. */
  *frames(chunk: Buffer): Generator<Frame> {
    this.#unread = Buffer.concat([this.#unread, chunk]);
    for (;;) {
      const bytes = this.#unread;
      if (bytes.length < 2) return;
      const shortLength = bytes.readUInt8(1);
      const headBytes = shortLength === 127 ? 10 : shortLength === 126 ? 4 : 2;
      if (bytes.length < headBytes) return;
      const length =
        headBytes === 10 ? Number(bytes.readBigUInt64BE(2)) : headBytes === 4 ? bytes.readUInt16BE(2) : shortLength;
      if (bytes.length < headBytes + length) return;
      this.#unread = bytes.subarray(headBytes + length);
      yield { code: bytes.readUInt8() & 0x0f, content: bytes.subarray(headBytes, headBytes + length) };
    }
  }
}

/** Returns a whole message, masked as those of clients are. */
function frame(code: number, content: Buffer): Buffer {
  const { length } = content;
  const head = Buffer.alloc(length < 126 ? 2 : length < 65_536 ? 4 : 10);
  if (head.length === 4) head.writeUInt16BE(length, 2);
  if (head.length === 10) head.writeBigUInt64BE(BigInt(length), 2);
  const shortLength = head.length === 2 ? length : head.length === 4 ? 126 : 127;
  head.set([0x80 | code, 0x80 | shortLength]);
  const mask = randomBytes(4);
  return Buffer.concat([head, mask, content.map((byte, index) => byte ^ mask.readUInt8(index % 4))]);
}
