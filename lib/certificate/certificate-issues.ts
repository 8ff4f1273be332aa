import { AsyncLocalStorage } from 'node:async_hooks';
import type { HeldCertificates } from './held-certificates.ts';

/** The issues of certificates that count the present call, if there are such. */
export const observedIssues = new AsyncLocalStorage<CertificateIssues>();

/**
 * The issues of certificates that follow from some calls and have not ended. They use other threads, which no clock
 * controls.
 */
export class CertificateIssues {
  readonly #pending = new Set<Promise<HeldCertificates>>();

  /** True if no issue is left. */
  get isEmpty(): boolean {
    return this.#pending.size === 0;
  }

  /** Calls a function, and counts the issues that follow from the call until they end. */
  observed<Result>(call: () => Result): Result {
    return observedIssues.run(this, call);
  }

  /** Counts an issue until it ends. */
  async during(issue: Promise<HeldCertificates>): Promise<HeldCertificates> {
    this.#pending.add(issue);
    try {
      return await issue;
    } finally {
      this.#pending.delete(issue);
    }
  }

  /** Resolves when the present issues have ended. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#pending);
  }
}
