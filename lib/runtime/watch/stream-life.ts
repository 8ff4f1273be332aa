import type { Patience } from './silence-guard.ts';

/**
 * Streams are short, so that a dead peer is noticed within 45 s even if no packet ever says so. They cost little:
 * two seconds before it ends a stream, the server sends a bookmark, and the next one starts from there.
 */
const streamSeconds = { least: 25, spread: 10 };
const streamGraceMs = 8_000;

/** How long one stream is to live. */
export class StreamLife {
  /** After how many seconds the server is asked to end it. */
  readonly timeoutSeconds: number;

  /** @param chance - from 0, included, to 1, excluded: spreads the lives, so that not all streams end at once. */
  constructor(chance: number) {
    this.timeoutSeconds = streamSeconds.least + Math.round(streamSeconds.spread * chance);
  }

  /** The patience for what is left of it. @param livedMs - since it was asked for. */
  rest(livedMs: number): Patience {
    return { quietMs: Math.max(0, this.timeoutSeconds * 1000 - livedMs), graceMs: streamGraceMs };
  }
}
