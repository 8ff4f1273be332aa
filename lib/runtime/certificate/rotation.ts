// In: the Secret, time, and the state of registrations. Out: a Secret whose certificates are replaced before they expire.
// `certificate/` decides, this module acts. Every write is bound to the version of the Secret that it was decided on.
// Called by the manager's wiring, in one replica at a time; all replicas serve the Secret's certificate.

import { formatObjectKey, type StoredObject, secretKind } from '../../api/index.ts';
import {
  certificateTexts,
  type HeldCertificates,
  heldCertificates,
  heldCertificateTexts,
  type RotationStep,
  recoveredCertificates,
  rotatedCertificates,
  rotationStep,
  trustBundle,
} from '../../certificate/index.ts';
import { type Client, isAlreadyExists, isConflict, isNotFound } from '../../client/index.ts';
import { type Clock, WakeUp } from '../../clock/index.ts';
import type { Logger } from '../../telemetry/index.ts';
import { type SecretPlace, writeCertificateTexts } from './certificate-secret.ts';
import { LatestState, type WatchObject } from './latest-state.ts';
import { writeBackoff } from './registered-target.ts';
import type { Registrar } from './registrar.ts';

/** The dependencies of a rotation. */
export interface RotationPorts {
  readonly client: Client;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly watchObject: WatchObject;
  readonly registrar: Pick<Registrar, 'register' | 'registeredForMs' | 'onChange'>;
}

/** The certificates of a rotation, and their Secret. */
export interface RotationOptions {
  readonly secret: SecretPlace;
  /** The name in the subjects of authorities. */
  readonly operator: string;
  /** The names and IP addresses for which the serving certificate must be valid. */
  readonly hosts: readonly string[];
}

/** The state of one run. */
interface RotationRun {
  readonly latest: LatestState;
  /** The certificates of {@link RotationRun.latest}; undefined before the first state. */
  held: HeldCertificates | undefined;
  servedSinceMs: number;
  flaws: string;
  failures: number;
}

/** Issues an operator's authority and serving certificate, and replaces them without a failed request. */
export class Rotation {
  readonly #ports: RotationPorts;
  readonly #options: RotationOptions;
  readonly #wakeUp: WakeUp;

  constructor(ports: RotationPorts, options: RotationOptions) {
    this.#ports = { ...ports, logger: ports.logger.with({ secret: formatObjectKey(options.secret.key) }) };
    this.#options = options;
    this.#wakeUp = new WakeUp(ports.clock);
    ports.registrar.onChange(() => this.#wakeUp.wake());
  }

  /** Rotates until `signal` aborts. The state of a run, apart from the Secret, ends with it. */
  async run(signal: AbortSignal): Promise<void> {
    const run: RotationRun = { latest: new LatestState(), held: undefined, servedSinceMs: 0, flaws: '', failures: 0 };
    const watched = this.#ports.watchObject(
      { kind: secretKind, key: this.#options.secret.key },
      (object) => this.#updateSecret(run, object),
      signal,
    );
    while (!signal.aborted) await this.#advanceRotation(run, signal);
    await watched;
  }

  async #advanceRotation(run: RotationRun, signal: AbortSignal): Promise<void> {
    const { held } = run;
    if (held === undefined) return await this.#wakeUp.wait(Number.POSITIVE_INFINITY, signal);
    const step = this.#nextStep(held, run);
    if (step.type === 'wait') return await this.#wakeUp.wait(step.forMs, signal);
    try {
      const { client, logger } = this.#ports;
      const before = run.latest.object;
      const texts = heldCertificateTexts(await this.#certificatesAfter(step, held));
      this.#updateSecret(run, await writeCertificateTexts(client, this.#options.secret, { before, texts }, signal));
      run.failures = 0;
      logger.info(stepMessages[step.type], { why: step.why });
    } catch (error) {
      if (signal.aborted) return;
      await this.#pauseAfterFailure(run, error, signal);
    }
  }

  /**
   * Records a state of the Secret. Its trusted authorities are registered at once, also while a certificate is being
   * signed.
   */
  #updateSecret(run: RotationRun, secret: StoredObject | undefined): void {
    const { clock, logger, registrar } = this.#ports;
    run.latest.update(secret);
    const { held: found, flaws } = heldCertificates(certificateTexts(run.latest.object), this.#options.hosts);
    if (flaws.length > 0 && run.flaws !== flaws.join()) {
      logger.warn('the certificates in the Secret are not valid: the manager replaces the invalid ones', {
        flaws,
      });
    }
    run.flaws = flaws.join();
    const held = recoveredCertificates(found, run.held);
    if (held.serving?.certificate !== run.held?.serving?.certificate) run.servedSinceMs = clock.monotonic();
    run.held = held;
    if (found.trusted.length > 0) registrar.register(trustBundle(found.trusted));
    this.#wakeUp.wake();
  }

  #nextStep(held: HeldCertificates, { servedSinceMs }: RotationRun): RotationStep {
    const { clock, registrar } = this.#ports;
    return rotationStep(held, {
      nowMs: clock.now(),
      registeredForMs: registrar.registeredForMs(trustBundle(held.trusted)),
      servedForMs: clock.monotonic() - servedSinceMs,
    });
  }

  async #certificatesAfter(
    step: Exclude<RotationStep, { type: 'wait' }>,
    held: HeldCertificates,
  ): Promise<HeldCertificates> {
    const { operator, hosts } = this.#options;
    const nowMs = this.#ports.clock.now();
    return await rotatedCertificates(step, held, { authority: `${operator} webhooks`, hosts, nowMs });
  }

  async #pauseAfterFailure(run: RotationRun, error: unknown, signal: AbortSignal): Promise<void> {
    run.failures += 1;
    // Another client has written the Secret, which the watch will report.
    const isOvertaken = isConflict(error) || isAlreadyExists(error) || isNotFound(error);
    const level = isOvertaken || run.failures > 1 ? 'debug' : 'warn';
    this.#ports.logger[level]('certificates could not be kept in the Secret; trying again', { error });
    await this.#wakeUp.wait(writeBackoff.delayMs(run.failures, this.#ports.clock), signal);
  }
}

const stepMessages: Readonly<Record<Exclude<RotationStep['type'], 'wait'>, string>> = {
  'add-authority': 'a new authority has been issued',
  'renew-serving': 'a new serving certificate has been issued',
  'retire-authorities': 'the authority before the last is no longer trusted',
};
