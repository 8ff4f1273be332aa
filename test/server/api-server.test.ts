import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { systemClock } from '../../lib/clock/index.ts';
import { conversionPath, mutationPath, validationPath } from '../../lib/constructs/index.ts';
import { listenTls, type TlsListener, webhookRoutes } from '../../lib/server/index.ts';
import { prometheusMetrics } from '../../lib/telemetry/prometheus/index.ts';
import { ControlPlane } from '../../lib/testing/index.ts';
import { untilEstablished } from '../until-established.ts';
import { ports as reviewPorts } from './admission/reviewed.ts';
import { HandedCertificates } from './handed-certificates.ts';
import { recordedLog } from './recorded-log.ts';
import { definitions, mutating, validating } from './well.ts';

const validatingWebhook = validating({
  validate({ resource: next, previous, request: { isDryRun, user } }) {
    if (next.spec.note === 'throw') throw new Error('a bug of the author');
    return [
      ...(isDryRun ? [{ warning: `dry run of ${user.username}` }] : []),
      ...(next.spec.note === undefined ? [{ warning: 'a note\nis missing' }] : []),
      ...(previous !== undefined && next.spec.depth < previous.spec.depth
        ? [{ field: 'spec.depth', message: `can't become less than ${previous.spec.depth}` }]
        : []),
      ...(next.spec.note?.startsWith('bad') ? [{ field: 'spec.note', message: 'is bad' }] : []),
      ...(['name', 'uid', 'creationTimestamp'] as const)
        .filter((field) => !next.metadata[field])
        .map((field) => ({ field: `metadata.${field}`, message: 'is missing' })),
    ];
  },
  validateDelete: ({ spec }) => (spec.note === 'keep' ? [{ field: 'spec.note', message: 'keeps it' }] : []),
});

const mutatingWebhook = mutating({
  mutate: ({ metadata, spec }) => ({
    labels: { ...metadata.labels, 'example.com/by-hand': 'yes' },
    ...(spec.depth > 50 && { spec: { ...spec, depth: spec.note === 'broken' ? 1000 : spec.depth, lining: 'brick' } }),
  }),
});

const schemas = {
  v1: {
    depth: { type: 'integer', minimum: 1, maximum: 100 },
    lining: { type: 'string', enum: ['stone', 'brick'], default: 'stone' },
    note: { type: 'string' },
    unknown: { type: 'string' },
  },
  v1beta1: { meters: { type: 'integer' }, note: { type: 'string' } },
};

describe('a real API server', { timeout: 300_000 }, () => {
  const log = recordedLog();
  let controlPlane: ControlPlane;
  let certificates: HandedCertificates;
  let listener: TlsListener;
  let metrics: Awaited<ReturnType<typeof prometheusMetrics>>;
  const cleanups: (() => Promise<unknown>)[] = [];

  before(async () => {
    [controlPlane, certificates, metrics] = await Promise.all([
      ControlPlane.start({ components: [] }),
      HandedCertificates.create(),
      prometheusMetrics(),
    ]);
    cleanups.unshift(() => controlPlane.stop());
    certificates.give(await certificates.issue());
    await serve(0);
    cleanups.unshift(() => listener.close(0));
    await apply(definition());
    await untilEstablished(controlPlane);
    for (const manifest of configurations()) await apply(manifest);
    await webhooksAreAsked();
  });

  after(async () => {
    for (const cleanup of cleanups) await cleanup();
  });

  async function serve(port: number): Promise<void> {
    const ports = { ...reviewPorts, clock: systemClock, logger: log.logger, metrics, certificates };
    const routes = webhookRoutes(
      { validating: [validatingWebhook], mutating: [mutatingWebhook], converted: definitions },
      ports,
    );
    listener = await listenTls('webhook server', { host: '127.0.0.1', port }, routes, ports);
  }

  function client(path: string) {
    return {
      url: `https://127.0.0.1:${listener.port}${path}`,
      caBundle: Buffer.from(certificates.authority.certificate).toString('base64'),
    };
  }

  function definition(): object {
    const version = (name: 'v1' | 'v1beta1') => ({
      name,
      served: true,
      storage: name === 'v1',
      subresources: { status: {} },
      schema: {
        openAPIV3Schema: {
          type: 'object',
          properties: { spec: { type: 'object', properties: schemas[name] }, status: { type: 'object' } },
        },
      },
    });
    return {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'wells.test.example.com' },
      spec: {
        group: 'test.example.com',
        scope: 'Namespaced',
        names: { kind: 'Well', listKind: 'WellList', plural: 'wells', singular: 'well' },
        versions: [version('v1'), version('v1beta1')],
        conversion: {
          strategy: 'Webhook',
          webhook: { conversionReviewVersions: ['v1'], clientConfig: client(conversionPath) },
        },
      },
    };
  }

  function configurations(): object[] {
    const rule = (operations: string[]) => ({
      apiGroups: ['test.example.com'],
      apiVersions: ['v1'],
      resources: ['wells'],
      operations,
    });
    const shared = {
      sideEffects: 'None',
      admissionReviewVersions: ['v1'],
      failurePolicy: 'Fail',
      matchPolicy: 'Equivalent',
    };
    return [
      {
        apiVersion: 'admissionregistration.k8s.io/v1',
        kind: 'ValidatingWebhookConfiguration',
        metadata: { name: 'wells' },
        webhooks: [
          {
            ...shared,
            name: validatingWebhook.name,
            rules: [rule(['CREATE', 'UPDATE', 'DELETE'])],
            clientConfig: client(validationPath(validatingWebhook)),
          },
        ],
      },
      {
        apiVersion: 'admissionregistration.k8s.io/v1',
        kind: 'MutatingWebhookConfiguration',
        metadata: { name: 'wells' },
        webhooks: [
          {
            ...shared,
            name: mutatingWebhook.name,
            rules: [rule(['CREATE', 'UPDATE'])],
            clientConfig: client(mutationPath(mutatingWebhook)),
          },
        ],
      },
    ];
  }

  /**
   * The API server watches configurations, and calls new webhooks a moment later. The test's time limit ends the wait.
   */
  async function webhooksAreAsked(): Promise<void> {
    const asked = async (note: string, sign: string) => {
      const args = ['apply', '-f', '-', '--dry-run=server', '-o', 'yaml'];
      const { stdout, stderr } = await run(args, well('probe', { depth: 3, note }));
      return `${stdout}${stderr}`.includes(sign);
    };
    while (!(await asked('bad', 'is bad')));
    while (!(await asked('good', 'by-hand')));
  }

  function well(name: string, spec: object, version = 'v1'): object {
    return { apiVersion: `test.example.com/${version}`, kind: 'Well', metadata: { name }, spec };
  }

  const run = (args: string[], manifest?: object) =>
    controlPlane.kubectl(args, manifest === undefined ? {} : { input: JSON.stringify(manifest) });

  async function kubectl(...args: string[]): Promise<string> {
    const { stdout, stderr, exitCode } = await run(args);
    assert.equal(exitCode, 0, stderr);
    return stdout;
  }

  async function apply(manifest: object): Promise<string> {
    const { stderr, exitCode } = await run(['apply', '-f', '-'], manifest);
    assert.equal(exitCode, 0, stderr);
    return stderr;
  }

  async function refused(manifest: object, ...args: string[]): Promise<string> {
    const { stderr, exitCode } = await run(['apply', '-f', '-', ...args], manifest);
    assert.equal(exitCode, 1);
    return stderr;
  }

  const spec = async (name: string, version = 'v1') =>
    JSON.parse(await kubectl('get', `wells.${version}.test.example.com`, name, '-o', 'json')).spec;

  /** Returns the value of a series. */
  async function count(series: string): Promise<number> {
    const line = (await metrics.text()).split('\n').find((each) => each.startsWith(`${series} `));
    return Number(line?.slice(series.length));
  }

  it('the API server stores the changes of the mutating webhook, and keeps unknown fields', async () => {
    await apply(well('deep', { depth: 60, unknown: 'x', note: 'n' }));
    assert.deepEqual(await spec('deep'), { depth: 60, lining: 'brick', unknown: 'x', note: 'n' });
    const labels = await kubectl('get', 'well', 'deep', '-o', 'jsonpath={.metadata.labels}');
    assert.deepEqual(JSON.parse(labels), { 'example.com/by-hand': 'yes' });
  });

  it('the API server reports every finding of a rejection with its field, however kubectl writes', async () => {
    await apply(well('a', { depth: 20, note: 'n' }));
    const shown = 'The Well "a" is invalid: \n* spec.depth: can\'t become less than 20\n* spec.note: is bad\n';
    const worse = well('a', { depth: 5, note: 'bad' });
    assert.equal(await refused(worse), shown);
    assert.equal(await refused(worse, '--server-side', '--force-conflicts'), shown);
    assert.equal(
      await refused(well('a', { depth: 5, note: 'n' })),
      'The Well "a" is invalid: spec.depth: can\'t become less than 20\n',
    );
  });

  it('the API server reports a value that the schema rejects by the schema alone', async () => {
    assert.match(
      await refused(well('b', { depth: 500 })),
      /^The Well "b" is invalid: spec\.depth: Invalid value: 500: .* less than or equal to 100\n$/,
    );
  });

  it('the API server returns warnings of webhooks, without the control characters of their texts', async () => {
    assert.equal(await apply(well('warned', { depth: 5 })), 'Warning: a note is missing\n');
    const { stdout, stderr } = await run(
      ['apply', '-f', '-', '--dry-run=server'],
      well('dry', { depth: 5, note: 'n' }),
    );
    assert.deepEqual(
      [stdout, stderr],
      ['well.test.example.com/dry created (server dry run)\n', 'Warning: dry run of admin\n'],
    );
  });

  it('the API server calls the validating webhook before a deletion', async () => {
    await apply(well('kept', { depth: 5, note: 'keep' }));
    const { stderr, exitCode } = await run(['delete', 'well', 'kept']);
    assert.deepEqual([stderr, exitCode], ['The Well "kept" is invalid: spec.note: keeps it\n', 1]);
    await kubectl('delete', 'well', 'warned');
  });

  it('the API server sets a generated name, a uid and a creation time before it validates an object', async () => {
    const { stdout, stderr } = await run(['create', '-f', '-', '-o', 'name'], {
      ...well('', { depth: 5, note: 'n' }),
      metadata: { generateName: 'generated-' },
    });
    assert.match(stdout, /^well\.test\.example\.com\/generated-/, stderr);
  });

  it('the API server names the broken webhook, and the uid under which the webhook’s log has the reason', async () => {
    assert.match(
      await refused(well('t', { depth: 5, note: 'throw' })),
      /InternalError.*failed calling webhook "depth\.well\.test\.example\.com": .*logged why under uid [0-9a-f-]{36}/,
    );
    assert.match(
      await refused(well('t', { depth: 60, note: 'broken' })),
      /webhook lining\.well\.test\.example\.com returned a spec that is not valid.*: spec\.depth: must be at most 100/,
    );
  });

  it('the API server converts between versions, through the webhooks of the stored one', async () => {
    await apply(well('old', { meters: 9, note: 'n' }, 'v1beta1'));
    assert.deepEqual(await spec('old'), { depth: 9, lining: 'stone', note: 'n' });
    assert.deepEqual(await spec('deep', 'v1beta1'), { meters: 60, note: 'n' });
    assert.equal(
      await refused(well('old', { meters: 3, note: 'n' }, 'v1beta1')),
      'The Well "old" is invalid: spec.depth: can\'t become less than 9\n',
    );
    await apply(well('deep', { meters: 70, note: 'n' }, 'v1beta1'));
    assert.deepEqual(await spec('deep'), { depth: 70, lining: 'brick', note: 'n' });
  });

  it('the API server converts lists of hundreds of objects', async () => {
    const items = Array.from({ length: 200 }, (_, index) => well(`many-${index}`, { depth: 10, note: 'n' }));
    await apply({ apiVersion: 'v1', kind: 'List', items });
    // A new API server has converted no object yet.
    await controlPlane.stopApiServer();
    await controlPlane.startApiServer();
    const convert = '{webhook="/convert",code="200"}';
    const before = await count(`controller_runtime_webhook_requests_total${convert}`);
    const listed = JSON.parse(await kubectl('get', 'wells.v1beta1.test.example.com', '-o', 'json'));
    const many = listed.items.filter(({ metadata }: { metadata: { name: string } }) =>
      metadata.name.startsWith('many-'),
    );
    assert.equal(many.length, 200);
    for (const item of many)
      assert.deepEqual([item.apiVersion, item.spec], ['test.example.com/v1beta1', { meters: 10, note: 'n' }]);
    const after = await count(`controller_runtime_webhook_requests_total${convert}`);
    assert.ok(after > before, 'nothing has been converted');
  });

  it('the API server names the object whose conversion fails, also in a list', async () => {
    await apply(well('cursed', { depth: 5, note: 'cursed' }));
    for (const what of [['cursed'], []]) {
      const { stderr, exitCode } = await run(['get', 'wells.v1beta1.test.example.com', ...what]);
      assert.equal(exitCode, 1);
      assert.match(
        stderr,
        /can't convert Well default\/cursed from test\.example\.com\/v1 to test\.example\.com\/v1beta1: .*the well is too deep to measure/,
      );
    }
    assert.deepEqual(await spec('cursed'), { depth: 5, lining: 'stone', note: 'cursed' });
    await kubectl('delete', 'well', 'cursed');
    assert.deepEqual(await spec('old', 'v1beta1'), { meters: 9, note: 'n' });
  });

  it('the API server fails no request while the certificate of the webhooks changes', async () => {
    let isOver = false;
    const writing = (async () => {
      let count = 0;
      for (; !isOver; count += 1) await apply(well('a', { depth: 20 + (count % 70), note: `n${count}` }));
      return count;
    })();
    for (let count = 0; count < 10; count += 1) {
      certificates.give(await certificates.issue());
      await kubectl('get', 'wells.v1beta1.test.example.com', 'old');
    }
    isOver = true;
    assert.ok((await writing) > 0);
  });

  it('the API server follows the failure policy while the webhook server is down, and calls it again', async () => {
    const { port } = listener;
    await listener.close(1_000);
    assert.match(
      await refused(well('a', { depth: 99, note: 'n' })),
      /failed calling webhook "lining\.well\.test\.example\.com": .*connection refused/,
    );
    await serve(port);
    await apply(well('a', { depth: 99, note: 'n' }));
  });

  it('the webhook server logs that the API server trusts another authority', async () => {
    const { port } = listener;
    await listener.close(1_000);
    certificates = await HandedCertificates.create();
    certificates.give(await certificates.issue());
    await serve(port);
    assert.match(await refused(well('a', { depth: 99, note: 'm' })), /certificate signed by unknown authority/);
    assert.ok(
      log.lines.some(({ level, msg }) => level === 'warn' && msg === 'a client does not trust the serving certificate'),
      JSON.stringify(log.lines.slice(-5)),
    );
  });
});
