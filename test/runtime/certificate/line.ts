import type { Kind } from '../../../lib/api/index.ts';
import type { Client } from '../../../lib/client/index.ts';

/** The connection of one replica to the API server. While it is cut, no request arrives and no response comes back. */
export class Line {
  isCut = false;
  /** The kinds whose writes fail. */
  readonly refused = new Set<Kind>();
  /** Called after each write that the server has accepted, before the response is sent. */
  onWritten: (kind: Kind) => void = () => {};

  /** A client whose requests use this connection. */
  client(direct: Client): Client {
    return {
      ...direct,
      get: (...call) => this.#carry(() => direct.get(...call)),
      list: (...call) => this.#carry(() => direct.list(...call)),
      create: (...call) => this.#carry(() => direct.create(...call), call[0]),
      apply: (...call) => this.#carry(() => direct.apply(...call), call[0]),
      patch: (...call) => this.#carry(() => direct.patch(...call), call[0]),
      delete: (...call) => this.#carry(() => direct.delete(...call), call[0]),
      watch: (...call) => this.#stream(direct.watch(...call)),
    };
  }

  async #carry<Result>(request: () => Promise<Result>, written?: Kind): Promise<Result> {
    this.#check();
    if (written !== undefined && this.refused.has(written)) throw new Error(`${written.plural} can't be written now`);
    const response = request();
    if (written !== undefined) this.onWritten(written);
    const received = await response;
    this.#check();
    return received;
  }

  async *#stream<Event>(events: AsyncIterable<Event>): AsyncGenerator<Event> {
    this.#check();
    for await (const event of events) {
      this.#check();
      yield event;
    }
  }

  #check(): void {
    if (this.isCut) throw new Error('the API server is out of reach');
  }
}
