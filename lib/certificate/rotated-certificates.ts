import { issueAuthority, issueServingCertificate } from './certificate-authority.ts';
import { observedIssues } from './certificate-issues.ts';
import { certificateValidity, type HeldCertificates, heldAuthority } from './held-certificates.ts';
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

/** Returns the certificates after a step, with new ones as the step has it. */
export async function rotatedCertificates(
  step: Issue,
  held: HeldCertificates,
  subjects: CertificateSubjects & { readonly nowMs: number },
): Promise<HeldCertificates> {
  const issue = issued(step, held, subjects);
  return await (observedIssues.getStore()?.during(issue) ?? issue);
}

async function issued(
  step: Issue,
  held: HeldCertificates,
  { authority, hosts, nowMs }: CertificateSubjects & { readonly nowMs: number },
): Promise<HeldCertificates> {
  switch (step.type) {
    case 'add-authority':
      return withAuthority(held, heldAuthority(await issueAuthority(authority, nowMs)));
    case 'renew-serving': {
      if (held.signer === undefined) return held;
      const serving = await issueServingCertificate(held.signer, hosts, nowMs);
      return withNewServingCertificate(held, serving, certificateValidity(serving.certificate));
    }
    case 'retire-authorities':
      return withNewestAuthority(held);
  }
}
