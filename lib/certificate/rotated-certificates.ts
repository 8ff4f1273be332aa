import { AsyncLocalStorage } from 'node:async_hooks';
import { issueAuthority, issueServingCertificate } from './certificate-authority.ts';
import { asTrustedAuthority, certificateValidity, type HeldCertificates } from './held-certificates.ts';
import { type RotationStep, withAuthority, withNewestAuthority, withNewServingCertificate } from './rotation-step.ts';

/** The subjects of new certificates. */
export interface CertificateSubjects {
  /** The name in the subjects of authorities. */
  readonly authority: string;
  /** The names and IP addresses for which the serving certificate must be valid, the first one a name. */
  readonly hosts: readonly string[];
}

/** A step that issues or retires certificates. */
type Issue = Exclude<RotationStep, { type: 'wait' }>;

const observing = new AsyncLocalStorage<CertificateIssues>();

/** The issues of certificates that follow from some calls and have not ended. They use other threads, which no clock controls. */
export class CertificateIssues {
  readonly #pending = new Set<Promise<HeldCertificates>>();

  /** True if no issue is left. */
  get isEmpty(): boolean {
    return this.#pending.size === 0;
  }

  /** Calls a function, and counts the issues that follow from the call until they end. */
  observed<Result>(call: () => Result): Result {
    return observing.run(this, call);
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

/** Returns the certificates after a step, with new ones as the step has it. */
export async function rotatedCertificates(
  step: Issue,
  held: HeldCertificates,
  subjects: CertificateSubjects & { readonly nowMs: number },
): Promise<HeldCertificates> {
  const issue = issued(step, held, subjects);
  return await (observing.getStore()?.during(issue) ?? issue);
}

async function issued(
  step: Issue,
  held: HeldCertificates,
  { authority, hosts, nowMs }: CertificateSubjects & { readonly nowMs: number },
): Promise<HeldCertificates> {
  switch (step.type) {
    case 'add-authority':
      return withAuthority(held, asTrustedAuthority(await issueAuthority(authority, nowMs)));
    case 'renew-serving': {
      if (held.signer === undefined) return held;
      const serving = await issueServingCertificate(held.signer, hosts, nowMs);
      return withNewServingCertificate(held, serving, certificateValidity(serving.certificate));
    }
    case 'retire-authorities':
      return withNewestAuthority(held);
  }
}
