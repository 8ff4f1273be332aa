import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { HeldCertificates, ValidityPeriod } from '../../lib/certificate/held-certificates.ts';
import { authorityLifeMs, backdatingMs, servingLifeMs } from '../../lib/certificate/index.ts';
import {
  type RotationMoment,
  recoveredCertificates,
  retirementMs,
  rotationStep,
  settlingMs,
  withAuthority,
  withNewestAuthority,
  withNewServingCertificate,
} from '../../lib/certificate/rotation-step.ts';

const startMs = Date.UTC(2030, 0, 1);
const dayMs = 86_400_000;
const nothing: HeldCertificates = { trusted: [], signer: undefined, serving: undefined };

function authority(name: string, issuedMs: number): NonNullable<HeldCertificates['signer']> {
  return { certificate: name, key: `key of ${name}`, validity: validity(issuedMs, authorityLifeMs) };
}

function validity(issuedMs: number, lifeMs: number): ValidityPeriod {
  return { fromMs: issuedMs - backdatingMs, untilMs: issuedMs + lifeMs };
}

/** A certificate that names its authority. */
function serving(held: HeldCertificates, issuedMs: number): HeldCertificates {
  const by = held.signer?.certificate ?? 'no authority';
  return withNewServingCertificate(
    held,
    { certificate: `${by} at ${issuedMs}`, key: 'key' },
    validity(issuedMs, servingLifeMs),
  );
}

const first = serving(withAuthority(nothing, authority('A', startMs)), startMs);
const announced = withAuthority(first, authority('B', startMs));
const switched = serving(announced, startMs);

function next(held: HeldCertificates, moment: Partial<RotationMoment> = {}) {
  return rotationStep(held, { nowMs: startMs, registeredForMs: Number.MAX_SAFE_INTEGER, servedForMs: 0, ...moment });
}

describe('the next step of a rotation', () => {
  it('a rotation issues an authority if there is none, and a certificate by it at once', () => {
    assert.deepEqual(next(nothing), { type: 'add-authority', why: 'there was none' });
    const held = withAuthority(nothing, authority('A', startMs));
    assert.equal(next(held, { registeredForMs: undefined }).type, 'renew-serving');
  });

  it('a rotation does nothing while all certificates are fresh, and looks again within minutes', () => {
    assert.deepEqual(next(first), { type: 'wait', forMs: 600_000 });
  });

  it('a rotation issues a new certificate by the same authority after two thirds of its life', () => {
    const dueMs = startMs - backdatingMs + (servingLifeMs + backdatingMs) * (2 / 3);
    assert.deepEqual(next(first, { nowMs: dueMs - 1 }), { type: 'wait', forMs: 1 });
    assert.equal(next(first, { nowMs: dueMs }).type, 'renew-serving');
  });

  it('a rotation adds an authority after two thirds of the old one’s life, and serves the same certificate', () => {
    const old = serving(first, startMs + 240 * dayMs);
    assert.equal(next(old, { nowMs: startMs + 243 * dayMs }).type, 'wait');
    assert.equal(next(old, { nowMs: startMs + 244 * dayMs }).type, 'add-authority');
    assert.deepEqual(
      announced.trusted.map(({ certificate }) => certificate),
      ['A', 'B'],
    );
    assert.equal(announced.serving?.certificate, first.serving?.certificate);
    assert.equal(announced.signer?.key, 'key of B');
  });

  it('a rotation issues a certificate by the new authority when that has been registered for long enough', () => {
    assert.equal(next(announced, { registeredForMs: undefined }).type, 'wait');
    assert.deepEqual(next(announced, { registeredForMs: settlingMs - 1 }), { type: 'wait', forMs: 1 });
    assert.equal(next(announced, { registeredForMs: settlingMs }).type, 'renew-serving');
  });

  it('a rotation removes the old authority when its certificates haven’t been served for long enough', () => {
    assert.deepEqual(next(switched, { servedForMs: retirementMs - 1 }), { type: 'wait', forMs: 1 });
    assert.equal(next(switched, { servedForMs: retirementMs }).type, 'retire-authorities');
    assert.deepEqual(withNewestAuthority(switched).trusted, announced.trusted.slice(1));
  });

  it('a rotation issues an authority when the key of the last one is lost', () => {
    const why = 'the key of the last one is lost';
    assert.deepEqual(next({ ...first, signer: undefined }), { type: 'add-authority', why });
  });

  it('a rotation issues a certificate at once when the present one can’t be used', () => {
    assert.equal(next({ ...first, serving: undefined }, { registeredForMs: undefined }).type, 'renew-serving');
    assert.equal(next({ ...announced, serving: undefined }, { registeredForMs: 0 }).type, 'renew-serving');
  });

  it('a rotation with an expired certificate waits only until the new authority is registered', () => {
    for (const nowMs of [startMs + servingLifeMs, startMs - backdatingMs - 1]) {
      const held = withAuthority(first, authority('B', nowMs));
      assert.equal(next(held, { nowMs, registeredForMs: undefined }).type, 'wait');
      assert.equal(next(held, { nowMs, registeredForMs: 0 }).type, 'renew-serving');
    }
  });

  it('a rotation issues an authority when the clock has been set back before the last one', () => {
    assert.equal(next(first, { nowMs: startMs - 2 * backdatingMs }).type, 'add-authority');
  });

  it('a rotation restores an emptied Secret, with a new key', () => {
    assert.deepEqual(recoveredCertificates(nothing, first), { ...first, signer: undefined });
    assert.deepEqual(recoveredCertificates(nothing, undefined), nothing);
    assert.equal(recoveredCertificates(announced, first), announced);
  });
});

/**
 * API servers, replicas and the leader that rotates, with all delays between them: a registration takes effect later,
 * and a written certificate is served later. A crash makes the leader forget everything but the Secret.
 */
class Model {
  nowMs = startMs;
  held = nothing;
  /** The bundles that API servers may use. */
  inForce: readonly (readonly string[])[] = [[]];
  registered: readonly string[] = [];
  registeredAtMs = 0;
  /** The certificates that some replica may serve, by the name of their authority. */
  served: readonly string[] = [];
  writtenAtMs = 0;
  knownSinceMs: number | undefined;
  servedSinceMs = startMs;
  names = 0;

  /** Does one step, or ends a wait. */
  advance({ isCrashing, ms }: Move): void {
    const bundle = this.held.trusted.map(({ certificate }) => certificate);
    const isRegistered = bundle.length > 0 && bundle.join() === this.registered.join();
    const step = rotationStep(this.held, {
      nowMs: this.nowMs,
      registeredForMs: isRegistered && this.knownSinceMs !== undefined ? this.nowMs - this.knownSinceMs : undefined,
      servedForMs: this.nowMs - this.servedSinceMs,
    });
    if (step.type !== 'wait') this.#write(step.type);
    else if (!isRegistered) this.#register(bundle);
    else this.#pass(Math.min(step.forMs, ms));
    if (isCrashing) [this.knownSinceMs, this.servedSinceMs] = [isRegistered ? this.nowMs : undefined, this.nowMs];
  }

  get isSteady(): boolean {
    return this.held.trusted.length === 1 && this.held.serving?.isBySigner === true;
  }

  #write(type: 'add-authority' | 'renew-serving' | 'retire-authorities'): void {
    const { held, nowMs } = this;
    if (type === 'add-authority') this.held = withAuthority(held, authority(`${++this.names}`, nowMs));
    if (type === 'renew-serving') {
      this.held = serving(held, nowMs);
      this.served = [...new Set([...this.served, this.held.signer?.certificate ?? ''])];
      [this.writtenAtMs, this.servedSinceMs] = [nowMs, nowMs];
    }
    if (type === 'retire-authorities') this.held = withNewestAuthority(held);
    this.knownSinceMs = undefined;
  }

  #register(bundle: readonly string[]): void {
    this.registered = bundle;
    this.inForce = [...this.inForce, bundle];
    [this.registeredAtMs, this.knownSinceMs] = [this.nowMs, this.nowMs];
  }

  /** Each delay takes its maximum. */
  #pass(ms: number): void {
    this.nowMs += ms;
    if (this.nowMs - this.registeredAtMs >= settlingMs) this.inForce = this.inForce.slice(-1);
    if (this.nowMs - this.writtenAtMs >= retirementMs) this.served = this.served.slice(-1);
  }
}

interface Move {
  readonly isCrashing: boolean;
  readonly ms: number;
}

const move: fc.Arbitrary<Move> = fc.record({
  isCrashing: fc.boolean(),
  ms: fc.constantFrom(1000, settlingMs, retirementMs, 7 * dayMs),
});

describe('a rotation', () => {
  it('a rotation serves no certificate that an API server may not trust, also after crashes, and ends', () => {
    fc.assert(
      fc.property(fc.array(move, { maxLength: 300 }), fc.integer({ min: 0, max: 600 }), (moves, idleDays) => {
        const model = new Model();
        for (let count = 0; count < 20; count += 1) model.advance({ isCrashing: false, ms: retirementMs });
        assert.ok(model.isSteady);
        // The start is over: from here on some registration is always in effect.
        model.inForce = model.inForce.slice(-1);
        for (const each of [
          ...moves.slice(0, 150),
          ...(idleDays < 30 ? [{ isCrashing: true, ms: idleDays * dayMs }] : []),
          ...moves.slice(150),
        ]) {
          model.advance(each);
          for (const bundle of model.inForce) {
            for (const by of model.served)
              assert.ok(bundle.includes(by), `${by} is served where ${bundle} are trusted`);
          }
        }
        for (let count = 0; count < 60; count += 1) model.advance({ isCrashing: false, ms: retirementMs });
        assert.ok(model.isSteady);
        assert.deepEqual(model.registered, [model.held.signer?.certificate]);
      }),
      { numRuns: 500 },
    );
  });

  it('a rotation replaces authorities over years', () => {
    const model = new Model();
    while (model.nowMs < startMs + 5 * 365 * dayMs) model.advance({ isCrashing: false, ms: dayMs });
    assert.equal(model.names, 8);
    assert.ok(model.isSteady);
  });
});
