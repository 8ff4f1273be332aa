import type { Link } from '../observed-transport.ts';

/** The time of a process's end: before a write, or after the write and before its response. */
export interface Crash {
  /** The number of the write, from 0. */
  readonly atWrite: number;
  readonly when: 'before' | 'lost';
}

/**
 * A process that loses its connection to the API server at one planned write. Its later requests fail until it is
 * revived.
 */
export class MortalProcess {
  readonly #crash: Crash | undefined;
  #writeCount = 0;
  #isDead = false;

  constructor(crash?: Crash) {
    this.#crash = crash;
  }

  readonly link: Link = async (request) => {
    if (this.#isDead) throw new Error('dead');
    const isCrash = this.#crash?.atWrite === this.#writeCount;
    this.#writeCount += 1;
    if (!isCrash) return request();
    this.#isDead = true;
    if (this.#crash.when === 'lost') await request();
    throw new Error('dead');
  };

  /** The number of its writes. */
  get writeCount(): number {
    return this.#writeCount;
  }

  /** Revives the process. @returns true if it had lost its connection. */
  revive(): boolean {
    const wasDead = this.#isDead;
    this.#isDead = false;
    return wasDead;
  }
}
