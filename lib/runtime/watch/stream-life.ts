import type { Patience } from './silence-guard.ts';

/**
 * Streams are short, so that a dead peer is noticed within 45 s even without any packet. They cost little: the server
 * sends a bookmark two seconds before it ends a stream, and the next one starts there.
 */
const streamSeconds = { least: 25, spread: 10 };
const streamGraceMs = 8_000;

/** The lifetime of one stream. */
export class StreamLife {
  /** The seconds after which the server is asked to end the stream. */
  readonly timeoutSeconds: number;

  /** @param chance - from 0, included, to 1, excluded: spreads the lifetimes, so that streams don't all end at once. */
  constructor(chance: number) {
    this.timeoutSeconds = streamSeconds.least + Math.round(streamSeconds.spread * chance);
  }

  /** Returns the time limits for the rest of its life. @param livedMs - since the request. */
  rest(livedMs: number): Patience {
    return { quietMs: Math.max(0, this.timeoutSeconds * 1000 - livedMs), graceMs: streamGraceMs };
  }
}
