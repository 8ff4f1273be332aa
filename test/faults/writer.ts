// In: the seed. Out: objects of all kinds that are created, changed and deleted on the API server, in every possible
// way. Called by the fault run, several in parallel, each with its own names.

import { formatGroupVersionKind, type Kind } from '../../lib/api/index.ts';
import { systemClock } from '../../lib/clock/index.ts';
import { Chance } from './chance.ts';
import type { DirectServer } from './direct-server.ts';
import { collectionPath, namespaces } from './watched-selection.ts';

/** Dependencies of a writer. */
export interface WriterOptions {
  readonly server: DirectServer;
  readonly kind: Kind;
  readonly seed: number;
  /** Distinguishes the writers of a kind. */
  readonly number: number;
  /** The longest pause between two changes. */
  readonly pauseMs: number;
}

const namesPerWriter = 14;

const finalizer = 'faults.example.com/hold';

/** Words with one to four bytes in each character. */
const words = ['plain', 'Größe', 'мир', '日本語', '🐘🎉', 'e\u0301', 'line\nbreak', '"quoted"\\', '\u2028'] as const;

/** Changes objects until its signal aborts. */
export class Writer {
  readonly #options: WriterOptions;
  readonly #chance: Chance;
  readonly #present = new Set<string>();
  #writeCount = 0;

  constructor(options: WriterOptions) {
    this.#options = options;
    this.#chance = new Chance(options.seed, 'writer', formatGroupVersionKind(options.kind), options.number);
  }

  /** The number of its changes so far. */
  get writeCount(): number {
    return this.#writeCount;
  }

  /** Creates all its objects. */
  async fill(): Promise<void> {
    for (let number = 0; number < namesPerWriter; number++) await this.#create(number);
  }

  /** Writes until `signal` aborts, and finishes running changes. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#change(this.#chance.below(namesPerWriter));
      await systemClock.sleep(this.#chance.fraction() * this.#options.pauseMs);
    }
  }

  async #change(number: number): Promise<void> {
    const path = this.#path(number);
    if (!this.#present.has(path)) {
      await this.#create(number);
      return;
    }
    switch (this.#chance.weighted({ update: 10, burst: 1, delete: 2, recreate: 2, 'delete held': 1 })) {
      case 'update':
        await this.#update(path, number);
        break;
      case 'burst':
        for (let count = 0; count < 6; count++) await this.#update(path, number);
        break;
      case 'delete':
        await this.#delete(path);
        break;
      case 'recreate':
        await this.#delete(path);
        await this.#create(number);
        break;
      case 'delete held':
        await this.#written(this.#options.server.patch(path, { metadata: { finalizers: [finalizer] } }));
        await this.#delete(path);
        await this.#written(this.#options.server.patch(path, { metadata: { finalizers: null } }));
        break;
    }
  }

  async #create(number: number): Promise<void> {
    const { kind, server } = this.#options;
    const { apiVersion, kind: name, ...content } = this.#content(number);
    await this.#written(
      server.create(collectionPath(kind, this.#namespace(number)), { apiVersion, kind: name, ...content }),
    );
    this.#present.add(this.#path(number));
  }

  async #update(path: string, number: number): Promise<void> {
    await this.#written(this.#options.server.patch(path, this.#content(number)));
  }

  async #delete(path: string): Promise<void> {
    await this.#written(this.#options.server.delete(path));
    this.#present.delete(path);
  }

  async #written(response: Promise<unknown>): Promise<void> {
    await response;
    this.#writeCount += 1;
  }

  #content(number: number) {
    const { kind } = this.#options;
    const text = Array.from({ length: this.#size(number) }, () => this.#chance.pick(words)).join(' ');
    return {
      apiVersion: kind.group === '' ? kind.version : `${kind.group}/${kind.version}`,
      kind: kind.kind,
      metadata: {
        name: this.#name(number),
        labels: { temperature: this.#chance.pick(['hot', 'cold']) },
        annotations: { text: text.slice(0, 500) },
      },
      ...(kind.kind === 'Secret' ? { stringData: { text } } : { data: { text } }),
    };
  }

  /** The number of words. One object of each writer is large. */
  #size(number: number): number {
    return number === 0 ? 4000 : this.#chance.below(60);
  }

  #name(number: number): string {
    return `object-${this.#options.number}-${number}`;
  }

  #namespace(number: number): string | undefined {
    return this.#options.kind.scope === 'Cluster' ? undefined : namespaces[number % 2];
  }

  #path(number: number): string {
    return `${collectionPath(this.#options.kind, this.#namespace(number))}/${this.#name(number)}`;
  }
}
