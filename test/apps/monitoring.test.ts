// Validates objects of third-party kinds with the constructs that `operand import` has written, and with a real API
// server that has the CRDs of the publishers.

import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type ApiObject, App, Chart } from 'cdk8s';
import type { Construct } from 'constructs';
import { Monitoring } from '../../apps/monitoring/chart.ts';
import {
  Certificate,
  type CertificateSpec,
  ClusterIssuer,
} from '../../apps/monitoring/imports/cert-manager.io/v1/index.ts';
import {
  Elasticsearch,
  type ElasticsearchSpec,
} from '../../apps/monitoring/imports/elasticsearch.k8s.elastic.co/v1/index.ts';
import {
  Alertmanager,
  PodMonitor,
  Probe,
  Prometheus,
  PrometheusRule,
  ServiceMonitor,
  type ServiceMonitorSpec,
} from '../../apps/monitoring/imports/monitoring.coreos.com/v1/index.ts';
import { ScrapeConfig } from '../../apps/monitoring/imports/monitoring.coreos.com/v1alpha1/index.ts';
import { InnoDBCluster } from '../../apps/monitoring/imports/mysql.oracle.com/v2/index.ts';
import { builtInKind, groupVersionKind, isSameKind, type Kind, type KubernetesObject } from '../../lib/api/index.ts';
import { executeImport } from '../../lib/cli/import/import.ts';
import { ApiError, HttpClient, loadCredentials } from '../../lib/client/index.ts';
import { systemClock } from '../../lib/clock/index.ts';
import { Controller, MetricsAccess, Operator, type OperatorProps } from '../../lib/constructs/index.ts';
import { runManager } from '../../lib/runtime/index.ts';
import { silentLogger, silentMetrics } from '../../lib/telemetry/index.ts';
import { ControlPlane } from '../../lib/testing/index.ts';
import { publishedDefinitions, publishers } from '../import/definitions/published-definition.ts';
import { kubectl } from '../kubectl.ts';
import { conditionOf, keyOf, Shelf, shelf, shelfKind } from '../runtime/shelf.ts';
import { until } from '../until.ts';
import { untilEstablished } from '../until-established.ts';

const imported = [
  Alertmanager,
  Certificate,
  ClusterIssuer,
  Elasticsearch,
  InnoDBCluster,
  PodMonitor,
  Probe,
  Prometheus,
  PrometheusRule,
  ScrapeConfig,
  ServiceMonitor,
].map(({ definition }) => definition);

function kindOf(object: KubernetesObject): Kind {
  const named = groupVersionKind(object);
  const kind = builtInKind(named) ?? imported.find((other) => isSameKind(other, named));
  assert.ok(kind, `${named.kind} is neither built in nor imported`);
  return kind;
}

const metadata = { name: 'wrong' };

/** Mistake → a construct with it, the path of the field, and the finding at synth. */
const mistakes: Readonly<Record<string, Mistake>> = {
  'a bound': {
    make: (scope) => new InnoDBCluster(scope, 'Wrong', { metadata, spec: { secretName: 'root', instances: 12 } }),
    path: 'spec.instances',
    finding: 'must be at most 9, and is 12',
  },
  'a choice': {
    make: (scope) => {
      const spec: ServiceMonitorSpec = JSON.parse('{ "selector": {}, "endpoints": [{ "scheme": "gopher" }] }');
      return new ServiceMonitor(scope, 'Wrong', { metadata, spec });
    },
    path: 'spec.endpoints[0].scheme',
    finding: 'must be one of "http", "https", and is "gopher"',
  },
  'a pattern': {
    make: (scope) => new Prometheus(scope, 'Wrong', { metadata, spec: { retention: 'two weeks' } }),
    path: 'spec.retention',
    finding: 'must match ',
  },
  'a missing required field': {
    make: (scope) => {
      const spec: CertificateSpec = JSON.parse('{ "issuerRef": { "name": "letsencrypt" } }');
      return new Certificate(scope, 'Wrong', { metadata, spec });
    },
    path: 'spec.secretName',
    finding: 'is required',
  },
  'an unknown field': {
    make: (scope) => {
      const spec: ElasticsearchSpec = JSON.parse('{ "version": "8.10.0", "nodeSets": [{ "name": "a", "nodes": 3 }] }');
      return new Elasticsearch(scope, 'Wrong', { metadata, spec });
    },
    path: 'spec.nodeSets[0].nodes',
    finding: 'the schema has no such field',
  },
  'a rule in CEL': {
    make: (scope) => new ClusterIssuer(scope, 'Wrong', { metadata, spec: { venafi: { zone: 'web' } } }),
    path: 'spec.venafi',
    finding: 'failed rule: ',
  },
};

interface Mistake {
  readonly make: (scope: Construct) => ApiObject;
  readonly path: string;
  readonly finding: string;
}

describe('constructs of third-party kinds', () => {
  for (const [what, { make, path, finding }] of Object.entries(mistakes)) {
    it(`a construct of a third-party kind is refused for ${what}, with the paths of construct and field`, () => {
      const app = new App();
      make(new Chart(app, 'chart'));
      assert.throws(
        () => app.synth(),
        ({ message }: Error) => message.includes(`[chart/Wrong] ${path}: ${finding}`),
      );
    });
  }

  it('constructs of third-party kinds are the output of `npm run import` for published CRDs', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'operand-imports-'));
    try {
      // Modules import each other with the extension that the surrounding project uses.
      await writeFile(
        join(directory, 'tsconfig.json'),
        '{ "compilerOptions": { "allowImportingTsExtensions": true } }',
      );
      const sources = await Promise.all(publishers.map(publishedDefinitions));
      const output = join(directory, 'imports');
      await executeImport(sources, { output, kind: imported.map(({ kind }) => kind), omitDescriptions: true });
      const committed = fileURLToPath(new URL('../../apps/monitoring/imports', import.meta.url));
      assert.deepEqual(await files(committed), await files(output), 'run `npm run import -w apps/monitoring`');
    } finally {
      await rm(directory, { recursive: true });
    }
  });

  describe('on a real API server with their CRDs', { timeout: 5 * 60_000 }, () => {
    let controlPlane: ControlPlane;
    let client: HttpClient;

    before(async () => {
      controlPlane = await ControlPlane.start({ components: [] });
      client = new HttpClient(await loadCredentials({ clock: systemClock, kubeconfig: controlPlane.kubeconfig }), {
        clock: systemClock,
      });
      for (const publisher of publishers) {
        const directory = await publishedDefinitions(publisher);
        await kubectl(controlPlane, ['apply', '--server-side', '-f', directory]);
      }
      await untilEstablished(controlPlane);
    });

    after(async () => {
      await client?.close();
      await controlPlane?.stop();
    });

    it('an API server accepts each third-party object of the chart, strictly and without a loss', async () => {
      const objects: KubernetesObject[] = new Monitoring(new App(), 'monitoring').toJson();
      for (const object of objects) {
        const response = await client.create(kindOf(object), object);
        assert.partialDeepStrictEqual(response.spec ?? {}, object.spec ?? {});
      }
      const kinds = new Set(objects.map(({ kind }) => kind));
      assert.deepEqual(
        imported.filter(({ kind }) => !kinds.has(kind)),
        [],
      );
    });

    it('an API server accepts the monitors of operators', async () => {
      for (const metrics of [MetricsAccess.authorized(), MetricsAccess.authorized('tls'), MetricsAccess.anybody()]) {
        const operator = watchman({ metrics });
        for (const object of operator.monitoring?.toJson() ?? []) {
          const placed = { ...object, metadata: { ...object.metadata, namespace: 'default' } };
          await client.create(kindOf(object), placed, { dryRun: true });
        }
      }
    });

    it('children of third-party kinds are written once, like any others of an operator', async () => {
      await kubectl(controlPlane, ['apply', '-f', '-'], list(watchman()));
      await until('the definition', async () => {
        const { exitCode } = await controlPlane.kubectl(['get', 'shelfs']);
        return exitCode === 0;
      });
      await run(async () => {
        await client.create(shelfKind, shelf('a', {}));
        await untilReady('a');
      });
      const [monitor, rule] = [
        await client.get(ServiceMonitor.definition, keyOf('a')),
        await client.get(PrometheusRule.definition, keyOf('a')),
      ];
      await run(async () => {
        await client.create(shelfKind, shelf('b', {}));
        await untilReady('b');
      });
      const patched = (await controlPlane.auditEvents()).filter(
        ({ verb, objectRef, stage }) =>
          stage === 'ResponseComplete' && verb === 'patch' && objectRef?.apiGroup === 'monitoring.coreos.com',
      );
      assert.deepEqual(
        patched.map(({ objectRef }) => `${objectRef?.resource} ${objectRef?.name}`),
        ['servicemonitors a', 'prometheusrules a', 'servicemonitors b', 'prometheusrules b'],
      );
      assert.deepEqual(await client.get(ServiceMonitor.definition, keyOf('a')), monitor);
      assert.deepEqual(await client.get(PrometheusRule.definition, keyOf('a')), rule);

      async function untilReady(name: string): Promise<void> {
        await until(`${name} to be ready`, async () => {
          const stored = await client.get(shelfKind, keyOf(name));
          return conditionOf(stored, 'Ready')?.startsWith('True ') === true;
        });
      }

      async function run(meanwhile: () => Promise<void>): Promise<void> {
        const stop = new AbortController();
        const credentials = await loadCredentials({ clock: systemClock, kubeconfig: controlPlane.kubeconfig });
        const connect = () => new HttpClient(credentials, { clock: systemClock, fieldManager: 'watchman' });
        const ports = { connect, clock: systemClock, logger: silentLogger, metrics: silentMetrics };
        const ended = runManager(watchman(), ports, { hostname: 'here' }, stop.signal);
        try {
          await Promise.race([ended, meanwhile()]);
        } finally {
          stop.abort();
          await ended;
        }
      }
    });

    for (const [what, { make, path }] of Object.entries(mistakes)) {
      it(`an API server rejects an object of a third-party kind for ${what}`, async () => {
        const wrong: KubernetesObject = make(new Chart(new App(), 'chart', { namespace: 'default' })).toJson();
        await assert.rejects(
          client.create(kindOf(wrong), scopedAs(kindOf(wrong), wrong)),
          (error) => ApiError.is(error) && [400, 422].includes(error.status) && error.serverMessage.includes(path),
        );
      });
    }
  });
});

/** Returns an operator with children of third-party kinds. */
function watchman(props: Partial<OperatorProps> = {}): Operator {
  const operator = new Operator(new App(), 'watchman', { version: '1.0.0', image: 'example.com/watchman:1', ...props });
  new Controller(operator, 'Controller', {
    for: Shelf,
    owns: [ServiceMonitor, { kind: PrometheusRule, whenNotServed: 'skip' }],
    render: (scope, { metadata: { name } }) => {
      new ServiceMonitor(scope, 'Monitor', {
        metadata: { name },
        spec: {
          selector: { matchLabels: { shelf: name } },
          endpoints: [{ port: 'http', params: { of: ['boxes'] }, relabelings: [{ action: 'keep', regex: 'box' }] }],
        },
      });
      new PrometheusRule(scope, 'Rules', {
        metadata: { name },
        spec: { groups: [{ name: 'boxes', rules: [{ alert: 'NoBoxes', expr: 'boxes == 0', for: '5m' }] }] },
      });
    },
  });
  return operator;
}

function list(operator: Operator): object {
  return { apiVersion: 'v1', kind: 'List', items: operator.toJson() };
}

/** Reads the files below a directory: path → text. */
async function files(directory: string): Promise<Record<string, string>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const texts = await Promise.all(
    paths.sort().map(async (path) => [relative(directory, path), await readFile(path, 'utf8')] as const),
  );
  return Object.fromEntries(texts);
}

/** Returns the object of a cluster-scoped kind without a namespace, since a chart adds one to all objects. */
function scopedAs({ scope }: Kind, object: KubernetesObject): KubernetesObject {
  const { namespace: _, ...rest } = object.metadata;
  return scope === 'Cluster' ? { ...object, metadata: rest } : object;
}
