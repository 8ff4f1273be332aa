// In: the certificates that the Secret holds, and what is known of the outside at this moment.
// Out: the one thing to do next, and what is held after it. Pure: no time, no chance, no effect.
// Called by `Rotation`, which does it. Nothing else is remembered: who crashes goes on from what the Secret says.

import type { ServingCertificate } from '../../server/index.ts';
import type { HeldCertificates, Validity } from './held-certificates.ts';

/** What is known beside the certificates. */
export interface RotationMoment {
  /** By the wall clock. */
  readonly nowMs: number;
  /**
   * For how long all that tells API servers whom to trust has been seen to name exactly the authorities that are held;
   * undefined while it doesn't.
   */
  readonly registeredForMs: number | undefined;
  /** For how long the Secret has been seen to hold the serving certificate that it holds. */
  readonly servedForMs: number;
}

/** What to do next. */
export type RotationStep =
  /** Issue an authority, and trust it beside the others. */
  | { readonly type: 'add-authority'; readonly why: string }
  /** Issue a serving certificate by the newest authority, and serve it. */
  | { readonly type: 'renew-serving'; readonly why: string }
  /** Trust the newest authority only. */
  | { readonly type: 'retire-authorities'; readonly why: string }
  /** Look again after that time, or when something has changed. */
  | { readonly type: 'wait'; readonly forMs: number };

/**
 * How long a new authority must have been registered before a certificate by it is served.
 *
 * An API server follows its registrations by watches, whose death it notices within 45 s (the health check of HTTP/2 in
 * client-go), and serves requests that had begun with the old conversion for up to two request timeouts more, of 60 s
 * each unless configured otherwise (`tearDown` in apiextensions-apiserver). This is nearly twice as long.
 */
export const settlingMs = 300_000;

/**
 * How long an authority is trusted after the last certificate by it was replaced in the Secret.
 *
 * Replicas follow the Secret within seconds, or within minutes after trouble with the API server. To wait longer costs
 * nothing: nobody has the key of the old authority any more.
 */
export const retirementMs = 3_600_000;

/** The longest time between two looks at the wall clock, because it may be set. */
const longestWaitMs = 600_000;

/** After which part of its life something is replaced: the last third is for all that may go wrong. */
const renewedAfter = 2 / 3;

/**
 * What to do next with an operator's certificates.
 *
 * At each moment that is left to it, some authority is trusted everywhere that has signed what is served: an authority
 * is added, registered and left to settle before it signs what is served, and outlives it there. Only where nothing
 * usable is served, nothing is waited for.
 */
export function rotationStep(held: HeldCertificates, moment: RotationMoment): RotationStep {
  const { trusted, signer, serving } = held;
  const { nowMs, registeredForMs, servedForMs } = moment;
  if (signer === undefined) {
    return { type: 'add-authority', why: trusted.length === 0 ? 'there was none' : 'the key of the last one is lost' };
  }
  if (!isFresh(signer.validity, nowMs)) return { type: 'add-authority', why: 'the last one nears its end' };

  if (serving === undefined) return { type: 'renew-serving', why: 'there is none that can be used' };
  if (!serving.isBySigner) {
    if (registeredForMs === undefined) return { type: 'wait', forMs: longestWaitMs };
    if (!isValid(serving.validity, nowMs)) return { type: 'renew-serving', why: 'the last one is not valid now' };
    if (registeredForMs < settlingMs) return { type: 'wait', forMs: settlingMs - registeredForMs };
    return { type: 'renew-serving', why: 'its new authority is trusted' };
  }
  if (!isFresh(serving.validity, nowMs)) return { type: 'renew-serving', why: 'the last one nears its end' };

  const dueInMs = Math.min(renewalMs(signer.validity), renewalMs(serving.validity)) - nowMs;
  if (trusted.length > 1) {
    if (servedForMs >= retirementMs) return { type: 'retire-authorities', why: 'nothing by them is served any more' };
    return { type: 'wait', forMs: Math.min(retirementMs - servedForMs, dueInMs, longestWaitMs) };
  }
  return { type: 'wait', forMs: Math.min(dueInMs, longestWaitMs) };
}

/** What is held when an authority has been added: what is served stays as it is. */
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

/** What is held when a certificate by the signer is served. */
export function withServing(held: HeldCertificates, serving: ServingCertificate, validity: Validity): HeldCertificates {
  return { ...held, serving: { ...serving, validity, isBySigner: true } };
}

/** What is held when only the newest authority is trusted. */
export function withNewestAuthority(held: HeldCertificates): HeldCertificates {
  return { ...held, trusted: held.trusted.slice(-1) };
}

/**
 * What is held, or, when the Secret has been emptied or deleted, what this process has seen in it before: those who are
 * trusted and what is served stay, so that new ones take over without a gap. Whoever deletes the Secret asks for a new
 * authority, and gets it: the key is not put back.
 */
export function recovered(held: HeldCertificates, before: HeldCertificates | undefined): HeldCertificates {
  if (held.trusted.length > 0 || before === undefined) return held;
  return { trusted: before.trusted, signer: undefined, serving: before.serving };
}

function isValid({ fromMs, untilMs }: Validity, nowMs: number): boolean {
  return fromMs <= nowMs && nowMs < untilMs;
}

function isFresh(validity: Validity, nowMs: number): boolean {
  return isValid(validity, nowMs) && nowMs < renewalMs(validity);
}

function renewalMs({ fromMs, untilMs }: Validity): number {
  return fromMs + (untilMs - fromMs) * renewedAfter;
}
