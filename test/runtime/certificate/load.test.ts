// Certificates that are rotated over years under continuous requests, while some replicas are killed or lose the API
// server.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { definitionKind } from '../../../lib/api/index.ts';
import { certificateTexts } from '../../../lib/certificate/index.ts';
import { Deployment, isReady, type Member, type Stage } from './deployment.ts';

const dayMs = 86_400_000;
const minuteMs = 60_000;

/** Three lives of an authority, up to their renewal, and a little more. */
const spanMs = 800 * dayMs;

/** The time that passes in one step without requests: less than the rest of a life at its renewal. */
const leapMs = 25 * dayMs;

/** The period of reading the time, in parts that are shorter than an authority settles. */
const lookMs = 12 * minuteMs;
const partMs = 4 * minuteMs;

/** Longer than a rotation takes, with all of its failures. */
const patienceMs = 240 * minuteMs;

/** The time without the API server after another certificate was issued. */
const cutMs = 50 * minuteMs;

/** The time in which registrations are refused. */
const refusalMs = 8 * minuteMs;

const added: Stage = '2 held, 0 registered, the first serves';
const registered: Stage = '2 held, 4 registered, the first serves';
const served: Stage = '2 held, 4 registered, the last serves';

/** The writes after which the writer is killed: a renewal, and all of a rotation but the last. */
const deadly: readonly Stage[] = [
  '1 held, 4 registered, the last serves',
  added,
  '2 held, 2 registered, the first serves',
  '2 held, 3 registered, the first serves',
  registered,
  served,
  '1 held, 0 registered, the last serves',
  '1 held, 2 registered, the last serves',
  '1 held, 3 registered, the last serves',
];

/** The failures of each rotation. */
class Perils {
  readonly authorities = new Set<string>();
  readonly certificates = new Set<string>();
  /** The writes after which writers were killed. */
  readonly deaths: Stage[] = [];
  cutOff: Member | undefined;
  readonly #deployment: Deployment;
  #refusedUntilMs = 0;
  #servedAtMs = Number.POSITIVE_INFINITY;

  constructor(deployment: Deployment) {
    this.#deployment = deployment;
    deployment.onWritten = (by) => {
      if (this.authorities.size === 1) this.#refuse();
      if (this.authorities.size === 2) this.#kill(by);
    };
  }

  /** Reads the progress. */
  look(): void {
    const { books } = this.#deployment;
    if (books.isSteady) this.authorities.add(books.issuer);
    this.certificates.add(certificateTexts(books.secret)['tls.crt'] ?? '');
    if (books.clock.monotonic() >= this.#refusedUntilMs) this.#allow();
    if (this.authorities.size === 3) this.#cut();
  }

  /** In the first, the last of the objects can't be written for longer than the others need to settle. */
  #refuse(): void {
    const { members, stage, books } = this.#deployment;
    if (stage !== added || this.#refusedUntilMs > 0) return;
    this.#refusedUntilMs = books.clock.monotonic() + refusalMs;
    for (const { line } of members) line.refused.add(definitionKind);
  }

  #allow(): void {
    for (const { line } of this.#deployment.members) line.refused.clear();
  }

  /** In the second, the writer is killed once at each stage: the response is lost, and the Lease is not released. */
  #kill(member: Member): void {
    const { stage } = this.#deployment;
    if (this.deaths.includes(stage) || !deadly.includes(stage)) return;
    this.deaths.push(stage);
    member.line.isCut = true;
    member.isDead = true;
  }

  /** In the third, the writer is cut off after all registrations, and continues to serve its certificate. */
  #cut(): void {
    const { leader, stage, books } = this.#deployment;
    if (this.cutOff === undefined && stage === registered && leader !== undefined) {
      this.cutOff = leader;
      leader.line.isCut = true;
    }
    if (this.cutOff === undefined || stage !== served) return;
    this.#servedAtMs = Math.min(this.#servedAtMs, books.clock.monotonic());
    if (books.clock.monotonic() >= this.#servedAtMs + cutMs) this.cutOff.line.isCut = false;
  }
}

describe('a rotation under load', () => {
  it('a rotation fails no request in years, also when any process dies or is cut off', async () => {
    const deployment = await Deployment.start();
    const { books } = deployment;
    const { clock } = books;
    await Promise.all([deployment.launch(), deployment.launch()]);
    await books.until(() => books.isSteady && deployment.members.every(isReady));

    const perils = new Perils(deployment);
    const endMs = clock.now() + spanMs;
    let steadyAtMs = clock.monotonic();
    while (clock.now() < endMs && deployment.failures.length === 0) {
      perils.look();
      if (books.isSteady || clock.monotonic() - steadyAtMs > patienceMs) {
        steadyAtMs = clock.monotonic();
        clock.offsetMs += leapMs;
        for (let passedMs = 0; passedMs < lookMs && (passedMs === 0 || books.isSteady); passedMs += partMs) {
          await deployment.pass(partMs);
        }
      } else {
        await deployment.pass(deployment.stage === served ? 5 * minuteMs : minuteMs / 2);
      }
    }
    await deployment.close();
    assert.deepEqual(deployment.failures, []);
    const counts = deployment.callers.map(({ requestCount, handshakeCount }) => ({ requestCount, handshakeCount }));
    assert.ok(
      counts.every(({ requestCount, handshakeCount }) => handshakeCount > 100 && requestCount > handshakeCount),
    );
    assert.equal(perils.authorities.size, 4);
    assert.ok(perils.certificates.size >= 12);
    assert.deepEqual(perils.deaths, deadly);
    assert.equal(perils.cutOff?.line.isCut, false);
  });
});
