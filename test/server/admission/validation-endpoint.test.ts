import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type AdmissionContext,
  type AdmissionFinding,
  type AdmissionRequest,
  UnseenKindError,
} from '../../../lib/api/index.ts';
import { RequestError, validationEndpoint } from '../../../lib/server/index.ts';
import { silentMetrics } from '../../../lib/telemetry/index.ts';
import { ManualClock } from '../../../lib/testing/index.ts';
import { inTurn } from '../in-turn.ts';
import { recordedLog } from '../recorded-log.ts';
import { oldWell, validating, Well, well } from '../well.ts';
import { ports, respond, review } from './reviewed.ts';

/** Returns an endpoint whose webhook always has the same findings. */
const finding = (...findings: AdmissionFinding[]) =>
  validationEndpoint(validating({ validate: () => findings, validateDelete: () => findings }), ports);

const untouched = validationEndpoint(
  validating({ validate: () => assert.fail('asked'), validateDelete: () => assert.fail('asked') }),
  ports,
);

describe('validationEndpoint', () => {
  it('validationEndpoint answers in the version and under the uid of the request', async () => {
    for (const version of ['admission.k8s.io/v1', 'admission.k8s.io/v1beta1']) {
      const { apiVersion, response } = await respond(finding(), { apiVersion: version, object: well('a') });
      assert.deepEqual([apiVersion, response], [version, { uid: 'uid-of-request', allowed: true }]);
    }
  });

  it('validationEndpoint reports every finding with its field to clients, as causes and in the message', async () => {
    const endpoint = finding(
      { field: 'spec.depth', message: 'is too deep' },
      { field: 'spec.buckets[0].name', message: 'is taken', reason: 'FieldValueDuplicate' },
    );
    const { response } = await respond(endpoint, { object: well('a') });
    assert.deepEqual(response, {
      uid: 'uid-of-request',
      allowed: false,
      status: {
        status: 'Failure',
        code: 422,
        reason: 'Invalid',
        message: 'spec.depth: is too deep; spec.buckets[0].name: is taken',
        details: {
          group: 'test.example.com',
          kind: 'Well',
          name: 'a',
          causes: [
            { reason: 'FieldValueInvalid', message: 'is too deep', field: 'spec.depth' },
            { reason: 'FieldValueDuplicate', message: 'is taken', field: 'spec.buckets[0].name' },
          ],
        },
      },
    });
  });

  it('validationEndpoint answers a request with 280,000 wrong values in a few lines', async () => {
    const buckets = Array.from({ length: 280_000 }, () => 1);
    const reply = await untouched.answer(
      review({ object: { ...well('a'), spec: { depth: 1, buckets } } }),
      new AbortController().signal,
      inTurn,
    );
    const { status } = JSON.parse(reply.body).response;
    assert.equal(status.details.causes.length, 20);
    assert.equal(status.details.causes[0].field, 'spec.buckets[0]');
    assert.ok(reply.body.length < 10_000);
  });

  it('validationEndpoint reports the first findings of many, each of bounded length', async () => {
    const denials = Array.from({ length: 1000 }, () => ({ field: 'x'.repeat(5000), message: 'y'.repeat(5000) }));
    const { response } = await respond(finding(...denials), { object: well('a') });
    const { message, details } = response.status;
    assert.equal(details.causes.length, 20);
    assert.match(message, /…; and 980 more$/);
    assert.ok(message.length < 30_000);
  });

  it('validationEndpoint reports every finding in one line, of the kind if no field is the cause', async () => {
    const { response } = await respond(finding({ field: '', message: 'is too much:\r\n  for us' }), {
      object: well('a'),
    });
    const { message, details } = response.status;
    assert.equal(message, 'Well: is too much: for us');
    assert.deepEqual(details.causes, [{ reason: 'FieldValueInvalid', field: 'Well', message: 'is too much: for us' }]);
  });

  it('validationEndpoint returns warnings, for accepted and rejected objects', async () => {
    const warned = await respond(finding({ warning: 'mind the rope' }), { object: well('a') });
    assert.deepEqual(warned.response, { uid: 'uid-of-request', allowed: true, warnings: ['mind the rope'] });
    const denied = await respond(finding({ warning: 'x' }, { field: 'spec', message: 'no' }), { object: well('a') });
    assert.deepEqual([denied.response.allowed, denied.response.warnings], [false, ['x']]);
    assert.equal(denied.response.status.details.causes.length, 1);
  });

  it('validationEndpoint passes both objects with their defaults and the user of the request on', async () => {
    const given: unknown[] = [];
    const webhook = validating({
      validate: ({ resource: next, previous, request }) => {
        given.push(next.spec, previous?.spec, next.metadata.name, request);
        return [];
      },
    });
    const { signal } = new AbortController();
    const [object, oldObject] = [well('a', { depth: 8, unknown: 1 }), well('a', { depth: 7 })];
    await validationEndpoint(webhook, ports).answer(
      review({ operation: 'UPDATE', object, oldObject, dryRun: true }),
      signal,
      inTurn,
    );
    const request: AdmissionRequest = {
      operation: 'UPDATE',
      uid: 'uid-of-request',
      isDryRun: true,
      user: { username: 'jane', uid: 'u1', groups: ['devs'], extra: { scopes: ['a'] } },
    };
    assert.deepEqual(given, [{ depth: 8, lining: 'stone' }, { depth: 7, lining: 'stone' }, 'a', request]);
  });

  it('validationEndpoint passes no previous object, resourceVersion or status for a creation, and all for an update', async () => {
    const seen: unknown[] = [];
    const webhook = validating({
      validate: ({ metadata, resource: { status }, previous }) => {
        seen.push([metadata.resourceVersion, previous?.metadata.resourceVersion, status]);
        return [];
      },
    });
    const endpoint = validationEndpoint(webhook, ports);
    await respond(endpoint, { object: well('a') });
    const stored = { ...well('a', undefined, { resourceVersion: '5' }), status: { conditions: [] } };
    await respond(endpoint, { operation: 'UPDATE', object: stored, oldObject: stored });
    assert.deepEqual(seen, [
      [undefined, undefined, {}],
      ['5', '5', { conditions: [] }],
    ]);
  });

  it('validationEndpoint calls validateDelete with the stored object', async () => {
    const webhook = validating({ validateDelete: ({ spec }) => [{ field: 'spec.depth', message: `${spec.depth}` }] });
    const endpoint = validationEndpoint(webhook, ports);
    const { response } = await respond(endpoint, { operation: 'DELETE', oldObject: well('a') });
    assert.equal(response.status.message, 'spec.depth: 7');
    assert.equal((await respond(endpoint, { object: well('a', { depth: 1 }) })).response.allowed, true);
    const other = validationEndpoint(validating({ validate: () => assert.fail('asked') }), ports);
    assert.equal((await respond(other, { operation: 'DELETE', oldObject: well('a') })).response.allowed, true);
  });

  it('validationEndpoint rejects an invalid spec field by field, without calling the author', async () => {
    const { response } = await respond(untouched, { object: well('a', { depth: 500, lining: 'gold' }) });
    assert.deepEqual(
      response.status.details.causes.map(({ field }: { field: string }) => field),
      ['spec.depth', 'spec.lining'],
    );
  });

  it('validationEndpoint accepts invalid stored objects, and calls the author for a fix or a deletion', async () => {
    const stored = well('a', { depth: 500 });
    const relabelled = well('a', { depth: 500 }, { labels: { a: 'b' } });
    const kept = await respond(untouched, { operation: 'UPDATE', object: relabelled, oldObject: stored });
    assert.equal(kept.response.allowed, true);

    const seen: unknown[] = [];
    const asked = validationEndpoint(
      validating({
        validate: ({ previous }) => {
          seen.push(previous?.spec);
          return [];
        },
        validateDelete: ({ spec }) => {
          seen.push(spec);
          return [];
        },
      }),
      ports,
    );
    await respond(asked, { operation: 'UPDATE', object: well('a', { depth: 50 }), oldObject: stored });
    await respond(asked, { operation: 'DELETE', oldObject: stored });
    assert.deepEqual(seen, [{ depth: 500 }, { depth: 500 }]);
  });

  it('validationEndpoint does not block a deletion that has begun', async () => {
    const leaving = { deletionTimestamp: '2030-01-01T00:00:00Z' };
    const oldObject = well('a', { depth: 7 }, { ...leaving, finalizers: ['x'] });
    const freed = { operation: 'UPDATE', object: well('a', { depth: 7 }, leaving), oldObject };
    assert.equal((await respond(untouched, freed)).response.allowed, true);
    const edited = { ...freed, object: well('a', { depth: 8 }, leaving) };
    const denying = finding({ field: 'spec.depth', message: 'no' });
    assert.equal((await respond(denying, edited)).response.allowed, false);
  });

  it('validationEndpoint leaves the decision to the failure policy when the callback throws, and logs it', async () => {
    for (const validate of [
      () => {
        throw new Error('a bug');
      },
      () => Promise.reject(new Error('a bug')),
    ]) {
      const { logger, lines } = recordedLog();
      const endpoint = validationEndpoint(validating({ validate }), { ...ports, logger });
      const { code, text } = await respond(endpoint, { object: well('a') });
      assert.deepEqual(
        [code, text],
        [500, 'webhook failed, and its operator has logged why under uid uid-of-request\n'],
      );
      const [line] = lines;
      assert.deepEqual(
        [line?.level, line?.webhook, line?.operation, line?.object, line?.uid],
        ['error', 'depth.well.test.example.com', 'CREATE', 'Well default/a', 'uid-of-request'],
      );
    }
  });

  it('validationEndpoint leaves the decision to the failure policy while a lookup’s kind is not listed', async () => {
    const { logger, lines } = recordedLog();
    const lookupOf = () => {
      const list = () => {
        throw new UnseenKindError(Well.definition, { listState: 'not-listed', owner: 'webhook' });
      };
      return { list, indexed: list };
    };
    const validate = ({ live }: AdmissionContext<typeof Well>) =>
      live.list(Well).map(({ metadata }) => ({ field: '', message: metadata.name }));
    const endpoint = validationEndpoint(validating({ validate }), { ...ports, lookupOf, logger });
    const { code, text } = await respond(endpoint, { object: well('a') });
    assert.equal(code, 500);
    assert.match(text, /^webhook can't respond yet: the objects of Well\.test\.example\.com\/v1 are not known/);
    assert.deepEqual(
      lines.map(({ level, object }) => [level, object]),
      [['warn', 'Well default/a']],
    );
  });

  it('validationEndpoint waits for the caches of its lookups, for five seconds from the first request on', async () => {
    for (const listedAtMs of [1_000, Number.POSITIVE_INFINITY]) {
      const clock = new ManualClock();
      const isListed = () => clock.monotonic() >= listedAtMs;
      const validate = () => [{ warning: `after ${clock.monotonic()} ms` }];
      const endpoint = validationEndpoint(validating({ validate }), { ...ports, clock, isListed });
      const answer = respond(endpoint, { object: well('a') });
      await clock.advance(10_000);
      const { response } = await answer;
      assert.deepEqual(response?.warnings, [`after ${Math.min(listedAtMs, 5_000)} ms`]);
      const next = await respond(endpoint, { object: well('b') });
      assert.deepEqual(next.response?.warnings, ['after 10000 ms']);
    }
  });

  it('validationEndpoint calls the webhook before it waits for anything, so that the call is in the request’s turn', async () => {
    let callCount = 0;
    const validate = () => {
      callCount += 1;
      return [];
    };
    const answer = respond(validationEndpoint(validating({ validate }), ports), { object: well('a') });
    assert.equal(callCount, 1);
    assert.equal((await answer).response.allowed, true);
  });

  it('validationEndpoint refuses requests that it was not registered for', async () => {
    const wrong = { ...well('a'), kind: 'Scale', apiVersion: 'autoscaling/v1' };
    for (const object of [oldWell('a'), wrong]) {
      await assert.rejects(respond(untouched, { object }), (error: unknown) => {
        assert.ok(error instanceof RequestError);
        assert.equal(error.status, 400);
        assert.match(
          error.message,
          /^webhook depth\.well\.test\.example\.com reviews Well\.test\.example\.com\/v1, not /,
        );
        return true;
      });
    }
  });

  for (const [what, body, message] of [
    ['null', null, /not an AdmissionReview: must be an object, and is null/],
    ['another kind', { ...review({ object: well('a') }), kind: 'ConversionReview' }, /kind: /],
    ['an unknown version', review({ apiVersion: 'admission.k8s.io/v2', object: well('a') }), /apiVersion: /],
    ['no request', { apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview' }, /request: is required/],
    ['a connection', review({ operation: 'CONNECT', object: well('a') }), /request\.operation: /],
    ['a creation without an object', review({}), /request\.object: is required/],
    [
      'an update without the stored object',
      review({ operation: 'UPDATE', object: well('a') }),
      /request\.oldObject: is required/,
    ],
    ['a deletion without the stored object', review({ operation: 'DELETE' }), /request\.oldObject: is required/],
  ] as const) {
    it(`validationEndpoint refuses ${what} as a malformed AdmissionReview`, async () => {
      await assert.rejects(
        async () => untouched.answer(body, new AbortController().signal, inTurn),
        (error: unknown) => {
          assert.ok(error instanceof RequestError);
          assert.equal(error.status, 400);
          assert.match(error.message, message);
          return true;
        },
      );
    });
  }

  it('validationEndpoint has metrics under its path', () => {
    const paths: string[] = [];
    const metrics = {
      ...silentMetrics,
      webhook: (path: string) => {
        paths.push(path);
        return silentMetrics.webhook(path);
      },
    };
    validationEndpoint(validating({ validate: () => [] }), { ...ports, metrics });
    assert.deepEqual(paths, ['/validate/depth.well.test.example.com']);
  });
});
