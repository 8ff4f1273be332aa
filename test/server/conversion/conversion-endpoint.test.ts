import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { InTurn } from '../../../lib/server/endpoint.ts';
import { conversionEndpoint, RequestError } from '../../../lib/server/index.ts';
import { type ConvertedObject, silentLogger, silentMetrics } from '../../../lib/telemetry/index.ts';
import { ManualClock } from '../../../lib/testing/index.ts';
import { inTurn } from '../in-turn.ts';
import { recordedLog } from '../recorded-log.ts';
import { definitions, oldWell, well } from '../well.ts';

const ports = { clock: new ManualClock(), logger: silentLogger, metrics: silentMetrics };
const old = 'test.example.com/v1beta1';

function review(objects: readonly unknown[], desiredAPIVersion = old, apiVersion = 'apiextensions.k8s.io/v1'): object {
  return { apiVersion, kind: 'ConversionReview', request: { uid: 'uid-of-review', desiredAPIVersion, objects } };
}

async function respond(body: unknown, more: object = {}, signal = new AbortController().signal, turn = inTurn) {
  const { status, body: text } = await conversionEndpoint(definitions, { ...ports, ...more }).answer(
    body,
    signal,
    turn,
  );
  assert.equal(status, 200);
  return JSON.parse(text);
}

describe('conversionEndpoint', () => {
  it('conversionEndpoint converts all objects in order, in the version and under the uid of the request', async () => {
    const names = Array.from({ length: 50 }, (_, index) => `well-${index}`);
    for (const version of ['apiextensions.k8s.io/v1', 'apiextensions.k8s.io/v1beta1']) {
      const { apiVersion, kind, response } = await respond(
        review(
          names.map((name, depth) => well(name, { depth, lining: 'stone' })),
          old,
          version,
        ),
      );
      assert.deepEqual(
        [apiVersion, kind, response.uid, response.result],
        [version, 'ConversionReview', 'uid-of-review', { status: 'Success' }],
      );
      assert.deepEqual(
        response.convertedObjects.map(({ apiVersion: converted, metadata, spec }: ReturnType<typeof well>) => [
          converted,
          metadata.name,
          spec,
        ]),
        names.map((name, meters) => [old, name, { meters }]),
      );
    }
  });

  it('conversionEndpoint converts objects of several versions, and answers a review without objects', async () => {
    const { response } = await respond(review([oldWell('a'), well('b')], 'test.example.com/v1'));
    assert.deepEqual(
      response.convertedObjects.map(({ spec }: { spec: unknown }) => spec),
      [{ depth: 7 }, { depth: 7, lining: 'stone' }],
    );
    assert.deepEqual((await respond(review([]))).response.convertedObjects, []);
  });

  it('conversionEndpoint fails the whole review at its first object that fails, with the reason', async () => {
    const cursed = { depth: 7, note: 'cursed' };
    const { response } = await respond(review([well('ok'), well('a', cursed), well('b', cursed)]));
    assert.deepEqual(response.convertedObjects, []);
    assert.equal(response.result.status, 'Failure');
    assert.match(
      response.result.message,
      /^can't convert Well default\/a from test\.example\.com\/v1 to test\.example\.com\/v1beta1: .*the well is too deep to measure$/,
    );
    for (const [object, message] of [
      [
        { ...well('c'), kind: 'Bucket' },
        /^can't convert Bucket default\/c from .*: the operator does not convert this kind: its/,
      ],
      [
        { ...well('d'), apiVersion: 'test.example.com/v9' },
        /^can't convert Well default\/d from test\.example\.com\/v9 to /,
      ],
    ] as const) {
      assert.match((await respond(review([object]))).response.result.message, message);
    }
  });

  it('conversionEndpoint converts no object after the first that fails, and reports only that one', async () => {
    const { logger, lines } = recordedLog();
    let count = 0;
    const objectConverted = (): void => {
      count += 1;
    };
    const metrics = { ...silentMetrics, conversion: () => ({ objectConverted }) };
    const stranger = { ...well('n'.repeat(500)), kind: 'K'.repeat(500), apiVersion: `${'g'.repeat(400)}/v1` };
    const { response } = await respond(review(Array(10_000).fill(stranger)), { logger, metrics });
    assert.equal(count, 1);
    assert.ok(response.result.message.length < 3_000);
    assert.ok(JSON.stringify(lines).length < 20_000);
  });

  it('conversionEndpoint fails the conversion to a version that does not exist', async () => {
    const { response } = await respond(review([well('a')], 'test.example.com/v2'));
    assert.match(
      response.result.message,
      /^can't convert Well default\/a from test\.example\.com\/v1 to test\.example\.com\/v2: /,
    );
  });

  it('conversionEndpoint converts objects whose annotations have no space for kept content, and logs it once a minute', async () => {
    const { logger, lines } = recordedLog();
    const clock = new ManualClock();
    const endpoint = conversionEndpoint(definitions, { ...ports, clock, logger });
    const tags = { many: 'x'.repeat(300 * 1024) };
    for (const passedMs of [0, 59_999, 1]) {
      await clock.advance(passedMs);
      const object = well('a', { depth: 7, lining: 'stone', tags });
      const { body } = await endpoint.answer(review([object]), new AbortController().signal, inTurn);
      const { response } = JSON.parse(body);
      assert.deepEqual(response.result, { status: 'Success' });
      const [converted] = response.convertedObjects;
      assert.deepEqual(converted.spec, { meters: 7 });
      assert.match(
        converted.metadata.annotations['well.test.example.com/conversion-incomplete'],
        /^content that only v1 can express is left out, because all annotations together would have \d+ bytes, more than the 262144 /,
      );
    }
    const message = 'object converted without content that the version cannot express';
    assert.deepEqual(
      lines.map(({ level, msg, object }) => [level, msg, object]),
      ['warn', 'debug', 'warn'].map((level) => [level, message, 'Well default/a']),
    );
  });

  it('conversionEndpoint converts an object of 9,000 levels, of which an API server accepts 10,000', async () => {
    const levels = 9_000;
    const deep = JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`);
    const object = { ...well('a'), spec: { depth: 7 }, deep };
    const { body } = await conversionEndpoint(definitions, ports).answer(
      review([object]),
      new AbortController().signal,
      inTurn,
    );
    assert.ok(body.includes('{"a":'.repeat(levels)));
  });

  it('conversionEndpoint logs a failure once a minute, since API servers retry permanently', async () => {
    const { logger, lines } = recordedLog();
    const clock = new ManualClock();
    const endpoint = conversionEndpoint(definitions, { ...ports, clock, logger });
    const ask = (name: string) =>
      endpoint.answer(review([well(name, { depth: 7, note: 'cursed' })]), new AbortController().signal, inTurn);
    await ask('a');
    await ask('a');
    await ask('b');
    await clock.advance(60_000);
    await ask('a');
    assert.deepEqual(
      lines.map(({ level }) => level),
      ['error', 'debug', 'error', 'error'],
    );
  });

  it('conversionEndpoint converts objects without a name or metadata, which API servers send', async () => {
    const { metadata: _, ...part } = well('a');
    const { response } = await respond(review([part]));
    assert.deepEqual([response.result.status, response.convertedObjects.length], ['Success', 1]);
  });

  it('conversionEndpoint waits for a turn after every 20 ms, and stops when no client waits', async () => {
    let nowMs = 0;
    const convertedCounts: number[] = [];
    let convertedCount = 0;
    const controller = new AbortController();
    // Each read of the clock takes 5 ms.
    const monotonic = () => {
      nowMs += 5;
      return nowMs;
    };
    const clock = Object.assign(new ManualClock(), { monotonic });
    const objects = Array.from({ length: 100 }, (_, index) => well(`well-${index}`));
    const objectConverted = (): void => {
      convertedCount += 1;
    };
    const metrics = { ...silentMetrics, conversion: () => ({ objectConverted }) };
    const turn: InTurn = async (work) => {
      convertedCounts.push(convertedCount);
      if (convertedCounts.length === 3) controller.abort(new Error('gone'));
      return work();
    };
    const conversion = respond(review(objects), { clock, metrics }, controller.signal, turn);
    await assert.rejects(conversion, { message: 'gone' });
    assert.deepEqual([convertedCounts, convertedCount], [[5, 10, 15], 15]);
  });

  it('conversionEndpoint counts objects by kind and result, and unknown kinds as one', async () => {
    const counted: ConvertedObject[] = [];
    const metrics = {
      ...silentMetrics,
      conversion: () => ({ objectConverted: (object: ConvertedObject) => void counted.push(object) }),
    };
    await respond(review([well('a'), well('b', { depth: 7, note: 'cursed' })]), { metrics });
    await respond(review([{ ...well('c'), kind: 'Bucket' }]), { metrics });
    assert.deepEqual(counted, [
      { kind: 'Well.test.example.com', result: 'success' },
      { kind: 'Well.test.example.com', result: 'error' },
      { kind: 'unknown', result: 'error' },
    ]);
  });

  for (const [what, body, message] of [
    ['a list', [], /not a ConversionReview: /],
    ['another kind', { ...review([]), kind: 'AdmissionReview' }, /kind: /],
    ['an unknown version', review([], old, 'apiextensions.k8s.io/v2'), /apiVersion: /],
    ['no wanted version', review([], ''), /request\.desiredAPIVersion: /],
    ['an item that is not an object', review(['x']), /request\.objects\[0\]: /],
    [
      'a batch of numbers, at the first of them',
      review(Array(300_000).fill(1)),
      /^.{0,50}request\.objects\[0\]: .{0,100}$/,
    ],
    ['a name that is too long', review([well('n'.repeat(513))]), /request\.objects\[0\]\.metadata: /],
    ['metadata that is not an object', review([{ ...well('a'), metadata: 'x' }]), /request\.objects\[0\]\.metadata: /],
  ] as const) {
    it(`conversionEndpoint refuses ${what} as a malformed ConversionReview`, async () => {
      await assert.rejects(respond(body), (error: unknown) => {
        assert.ok(error instanceof RequestError);
        assert.equal(error.status, 400);
        assert.match(error.message, message);
        return true;
      });
    });
  }
});
