import { promiseJobs } from '../manual-clock.ts';

/** The requests that a simulated cluster is answering. Knows when nothing in the process can run any further. */
export class Activity {
  #count = 0;
  #ended = Promise.withResolvers<void>();

  /** Counts a request until it ends. */
  async during<Result>(request: Promise<Result>): Promise<Result> {
    this.#count += 1;
    try {
      return await request;
    } finally {
      this.#count -= 1;
      this.#ended.resolve();
    }
  }

  /**
   * Resolves when no promise job is queued and no request is in flight. Everything that is left then waits for the clock.
   *
   * Requests end by promise jobs alone, except for those that wait for a webhook.
   */
  async quiet(): Promise<void> {
    await promiseJobs();
    while (this.#count > 0) {
      this.#ended = Promise.withResolvers();
      await this.#ended.promise;
      await promiseJobs();
    }
  }
}
