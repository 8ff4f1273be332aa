// In: the certificates in Secrets, and the current time and registration.
// Out: the one next step, and the certificates after it. Pure: reads no clock, no random number, and has no effect. Called by
// rotations, which act on the step. No other state exists: after a crash, a rotation continues from the Secrets.

import type { ServingCertificate } from './certificate-authority.ts';
import type { HeldCertificates, ValidityPeriod } from './held-certificates.ts';

/** The inputs of a step beside the certificates. */
export interface RotationMoment {
  /** The time by the wall clock. */
  readonly nowMs: number;
  /**
   * The milliseconds since all registrations were first seen with exactly the stored authorities; undefined while they
   * differ.
   */
  readonly registeredForMs: number | undefined;
  /** The milliseconds since the Secret was first seen with its serving certificate. */
  readonly servedForMs: number;
}

/** The next step. */
export type RotationStep =
  /** Issue an authority, and trust it beside the others. */
  | { readonly type: 'add-authority'; readonly why: string }
  /** Issue a serving certificate by the newest authority, and serve it. */
  | { readonly type: 'renew-serving'; readonly why: string }
  /** Trust the newest authority only. */
  | { readonly type: 'retire-authorities'; readonly why: string }
  /** Check again after that time, or when an input has changed. */
  | { readonly type: 'wait'; readonly forMs: number };

/**
 * The time for which a new authority must be registered before its certificate is served.
 *
 * An API server watches its registrations, and notices a dead watch within 45 s (the health check of HTTP/2 in client-go).
 * It serves running requests with the old conversion for up to two request timeouts more, of 60 s each by default
 * (`tearDown` in apiextensions-apiserver). This is nearly twice as long.
 */
export const settlingMs = 300_000;

/**
 * The time for which an authority stays trusted after its last certificate was replaced in the Secret.
 *
 * Replicas read a change of the Secret within seconds, or within minutes after a failure of the API server. A longer time
 * costs nothing: the key of the old authority no longer exists.
 */
export const retirementMs = 3_600_000;

/** The times of a rotation, by the processes that have to learn of a new authority. */
export interface RotationOverlap {
  /** The time for which a new authority must be registered before its certificate is served. */
  readonly settlingMs: number;
  /** The time for which an authority stays trusted after its last certificate was replaced. */
  readonly retirementMs: number;
  /** The longest time between two readings of the wall clock, because it may be set. */
  readonly longestWaitMs: number;
}

/** The overlap for API servers. */
const registrationOverlap: RotationOverlap = { settlingMs, retirementMs, longestWaitMs: 600_000 };

/** The part of its life after which a certificate is replaced: the last third is left for failures. */
const renewedAfter = 2 / 3;

/**
 * Returns the next step for certificates.
 *
 * Clients always trust the authority that signed the serving certificate, as far as time allows. An authority is
 * added, registered and given time to settle before its certificate is served, and stays trusted after it. Only if no
 * usable certificate is served, no step waits.
 */
export function rotationStep(
  held: HeldCertificates,
  moment: RotationMoment,
  { settlingMs, retirementMs, longestWaitMs }: RotationOverlap = registrationOverlap,
): RotationStep {
  const { trusted, signer, serving } = held;
  const { nowMs, registeredForMs, servedForMs } = moment;
  if (signer === undefined) {
    return { type: 'add-authority', why: trusted.length === 0 ? 'there was none' : 'the key of the last one is lost' };
  }
  if (!isBeforeRenewal(signer.validity, nowMs)) return { type: 'add-authority', why: 'the last one nears its end' };

  if (serving === undefined) return { type: 'renew-serving', why: 'there is none that can be used' };
  if (!serving.isBySigner) {
    if (registeredForMs === undefined) return { type: 'wait', forMs: longestWaitMs };
    if (!isWithinValidity(serving.validity, nowMs))
      return { type: 'renew-serving', why: 'the last one is not valid now' };
    if (registeredForMs < settlingMs) return { type: 'wait', forMs: settlingMs - registeredForMs };
    return { type: 'renew-serving', why: 'its new authority is trusted' };
  }
  if (!isBeforeRenewal(serving.validity, nowMs)) return { type: 'renew-serving', why: 'the last one nears its end' };

  const dueInMs = Math.min(renewalMs(signer.validity), renewalMs(serving.validity)) - nowMs;
  if (trusted.length > 1) {
    if (servedForMs >= retirementMs) return { type: 'retire-authorities', why: 'nothing by them is served any more' };
    return { type: 'wait', forMs: Math.min(retirementMs - servedForMs, dueInMs, longestWaitMs) };
  }
  return { type: 'wait', forMs: Math.min(dueInMs, longestWaitMs) };
}

/** Returns the certificates after the step `add-authority`; the serving certificate stays. */
export function withAuthority(
  { trusted, serving }: HeldCertificates,
  signer: NonNullable<HeldCertificates['signer']>,
): HeldCertificates {
  const { certificate, validity } = signer;
  return {
    trusted: [...trusted, { certificate, validity }],
    signer,
    serving: serving && { ...serving, isBySigner: false },
  };
}

/** Returns the certificates after the step `renew-serving`, with a new serving certificate by the signer. */
export function withNewServingCertificate(
  held: HeldCertificates,
  serving: ServingCertificate,
  validity: ValidityPeriod,
): HeldCertificates {
  return { ...held, serving: { ...serving, validity, isBySigner: true } };
}

/** Returns the certificates after the step `retire-authorities`, with only the newest authority trusted. */
export function withNewestAuthority(held: HeldCertificates): HeldCertificates {
  return { ...held, trusted: held.trusted.slice(-1) };
}

/**
 * Returns the certificates from which a rotation takes its next step: those in the Secret. If it was emptied or deleted,
 * returns the trusted authorities and the serving certificate that this process saw before. New ones then replace these without a gap. A client that deletes the Secret
 * requests a new authority: the old key is not restored.
 */
export function recoveredCertificates(held: HeldCertificates, before: HeldCertificates | undefined): HeldCertificates {
  if (held.trusted.length > 0 || before === undefined) return held;
  return { trusted: before.trusted, signer: undefined, serving: before.serving };
}

function isWithinValidity({ fromMs, untilMs }: ValidityPeriod, nowMs: number): boolean {
  return fromMs <= nowMs && nowMs < untilMs;
}

function isBeforeRenewal(validity: ValidityPeriod, nowMs: number): boolean {
  return isWithinValidity(validity, nowMs) && nowMs < renewalMs(validity);
}

function renewalMs({ fromMs, untilMs }: ValidityPeriod): number {
  return fromMs + (untilMs - fromMs) * renewedAfter;
}
