import type { Link } from '../object-server.ts';

/** When a process dies: before a write, or after it was done and before its answer came. */
export interface Crash {
  /** From 0. */
  readonly atWrite: number;
  readonly when: 'before' | 'lost';
}

/** A process whose way to the API server ends at a crash, once. What is asked of it then fails, until it is revived. */
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
    if (this.#crash.when === 'lost') request();
    throw new Error('dead');
  };

  /** How many requests it has sent that change something. */
  get writeCount(): number {
    return this.#writeCount;
  }

  /** Whether it had died; it lives again. */
  revive(): boolean {
    const wasDead = this.#isDead;
    this.#isDead = false;
    return wasDead;
  }
}
