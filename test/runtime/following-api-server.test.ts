// The watches of an operator that is confined to some namespaces and selects objects of its kinds, on an API
// server, with only the rights of its own manifests.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { App } from 'cdk8s';
import { k8s } from 'cdk8s-plus-28';
import { type KubernetesObject, metadataOf, partOf, resolveKind } from '../../lib/api/index.ts';
import { HttpClient, loadCredentials } from '../../lib/client/index.ts';
import { systemClock } from '../../lib/clock/index.ts';
import { Controller, Operator } from '../../lib/constructs/index.ts';
import { runManager } from '../../lib/runtime/index.ts';
import { silentLogger, silentMetrics } from '../../lib/telemetry/index.ts';
import { grantedRights, missingRights, recordedAccess, unusedRights } from '../../lib/testing/index.ts';
import { EmbeddedControlPlane } from '../embedded-control-plane.ts';
import { until } from '../until.ts';
import { untilEstablished } from '../until-established.ts';
import { Boxes, configMapKind, Shelf, shelf, shelfKind } from './shelf.ts';

const namespaces = ['one', 'two', 'far'];
const account = 'shelf-operator-controller-manager';
const placed = partOf(k8s.KubePod, ({ spec }) => ({ node: spec?.nodeName }));
const labels = { of: 'shelf' };

/** Returns a ConfigMap that the operator selects. */
class LabelledBoxes extends Boxes {
  constructor(...[scope, id, contents]: ConstructorParameters<typeof Boxes>) {
    super(scope, id, contents);
    for (const box of this.boxes) box.metadata.addLabel('of', 'shelf');
  }
}

describe('a confined operator on an API server', { timeout: 5 * 60_000 }, () => {
  let controlPlane: EmbeddedControlPlane;
  let client: HttpClient;
  const seen = new Set<string>();

  const saw = (object: Pick<KubernetesObject, 'kind' | 'metadata'>, what: readonly string[]) => {
    seen.add([object.kind, object.metadata.namespace, object.metadata.name, ...what].filter(Boolean).join(' '));
    return [];
  };

  function operator(): Operator {
    const made = new Operator(new App(), 'shelf-operator', {
      version: '1.0.0',
      image: 'example.com/shelf:1',
      watchNamespaces: ['one', 'two'],
    });
    new Controller(made, 'Controller', {
      for: Shelf,
      owns: [{ kind: k8s.KubeConfigMap, labelSelector: { matchLabels: labels } }],
      watches: [
        {
          kind: metadataOf(k8s.KubeSecret),
          labelSelector: { matchExpressions: [{ key: 'of', operator: 'In', values: ['shelf', 'rack'] }] },
          map: ({ object: secret }) => saw(secret, Object.keys(secret)),
        },
        {
          kind: placed,
          fieldSelector: { 'spec.nodeName': 'a', 'status.phase': { not: 'Failed' } },
          map: ({ object: pod }) => saw(pod, [`on ${pod.node}`, ...Object.keys(pod)]),
        },
        { kind: metadataOf(k8s.KubeNode), map: ({ object: node }) => saw(node, []) },
      ],
      render: (scope, { metadata, spec }) => {
        seen.add(`Shelf ${metadata.namespace} ${metadata.name}`);
        return new LabelledBoxes(scope, 'Boxes', spec.boxes);
      },
      status: ({ live }) => ({ labels: live.list(placed).map(({ node }) => node ?? '') }),
    });
    return made;
  }

  async function kubectl(args: readonly string[], input?: readonly object[]): Promise<void> {
    const list = { apiVersion: 'v1', kind: 'List', items: input };
    const { exitCode, stderr } = await controlPlane.kubectl(args, input && { input: JSON.stringify(list) });
    assert.equal(exitCode, 0, stderr);
  }

  const connect = async (kubeconfig: string) =>
    new HttpClient(await loadCredentials({ clock: systemClock, kubeconfig }), { clock: systemClock });

  before(async () => {
    controlPlane = await EmbeddedControlPlane.start({ workloads: 'none' });
    client = await connect(controlPlane.kubeconfig);
    for (const namespace of namespaces) await kubectl(['create', 'namespace', namespace]);
    await kubectl(['apply', '-f', '-'], operator().toJson());
    await untilEstablished(controlPlane);
    const metadata = (namespace: string, name: string, more: object = {}) => ({ namespace, name, ...more });
    const secret = (namespace: string, name: string, of: string) => ({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: metadata(namespace, name, { labels: { of } }),
      stringData: { key: 'secret' },
    });
    const pod = (namespace: string, name: string, nodeName: string) => ({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: metadata(namespace, name),
      spec: { nodeName, containers: [{ name: 'main', image: 'none' }] },
    });
    await kubectl(
      ['create', '-f', '-'],
      [
        { apiVersion: 'v1', kind: 'Node', metadata: { name: 'a' } },
        ...namespaces.flatMap((namespace) => [
          { ...shelf('shelf', { box: namespace }), metadata: metadata(namespace, 'shelf') },
          secret(namespace, 'good', 'shelf'),
          secret(namespace, 'bad', 'table'),
          pod(namespace, 'here', 'a'),
          pod(namespace, 'there', 'b'),
        ]),
      ],
    );
  });

  after(async () => {
    await client?.close();
    await controlPlane?.stop();
  });

  /** Runs the operator with the rights of its own ServiceAccount. */
  async function run(watchNamespaces: readonly string[] | undefined, meanwhile: () => Promise<void>): Promise<void> {
    const kubeconfig = await controlPlane.serviceAccountKubeconfig('shelf-operator-system', account);
    const credentials = await loadCredentials({ clock: systemClock, kubeconfig });
    const connected = () => new HttpClient(credentials, { clock: systemClock, fieldManager: 'shelf-operator' });
    const stop = new AbortController();
    const ports = { connect: connected, clock: systemClock, logger: silentLogger, metrics: silentMetrics };
    const ended = runManager(operator(), ports, { hostname: 'here', watchNamespaces }, stop.signal);
    try {
      await Promise.race([ended, meanwhile()]);
    } finally {
      stop.abort();
      await ended;
    }
  }

  async function boxes(): Promise<string[]> {
    const { items } = await client.list(configMapKind, { labelSelector: 'of=shelf' });
    return items.map(({ metadata }) => `${metadata.namespace}/${metadata.name}`).sort();
  }

  it('a manager watches only the namespaces that its run is confined to', async () => {
    await run(['two'], () => until('the box in two', async () => (await boxes()).length > 0));
    assert.deepEqual(await boxes(), ['two/box']);
    assert.ok(
      [...seen].every((line) => line === 'Node a' || line.split(' ')[1] === 'two'),
      [...seen].join('\n'),
    );
  });

  it('a confined operator sees the selected objects in the declared views, and repairs its children', async () => {
    seen.clear();
    await run(undefined, async () => {
      await until('both boxes', async () => (await boxes()).length === 2);
      await client.delete(configMapKind, { namespace: 'one', name: 'box' });
      await until('the repaired box', async () => (await boxes()).length === 2);
      // A change of a label adds the object, and removes it.
      await kubectl(['label', '-n', 'one', 'secret', 'bad', 'of=rack', '--overwrite']);
      await until('the labelled secret', async () => [...seen].some((line) => line.startsWith('Secret one bad')));
    });
    assert.deepEqual(await boxes(), ['one/box', 'two/box']);
    assert.deepEqual([...seen].sort(), [
      'Node a',
      'Pod one here on a node apiVersion kind metadata',
      'Pod two here on a node apiVersion kind metadata',
      'Secret one bad apiVersion kind metadata',
      'Secret one good apiVersion kind metadata',
      'Secret two good apiVersion kind metadata',
      'Shelf one shelf',
      'Shelf two shelf',
    ]);
    const { status } = await client.get(shelfKind, { namespace: 'one', name: 'shelf' });
    assert.deepEqual((status as { readonly labels?: unknown }).labels, ['a']);
  });

  it('a confined operator sends only requests that its roles allow, and has no rights elsewhere', async () => {
    const user = `system:serviceaccount:shelf-operator-system:${account}`;
    const all = await controlPlane.auditEvents();
    const events = all.filter((event) => event.user.username === user);
    const rights = grantedRights(operator().toJson(), user);
    assert.deepEqual(missingRights(recordedAccess(all, user), rights), []);
    const unreached = [
      { right: /^delete configmaps in/, because: 'nothing is pruned here' },
      { right: /^(create|patch) events in/, because: 'nothing happens that users see' },
      { right: /leases\./, because: 'it is the only replica' },
      { right: /reviews\./, because: 'it serves no metrics' },
      { right: /^get deployments/, because: 'no installed object is missing here' },
    ];
    assert.deepEqual(unusedRights(recordedAccess(all, user), rights, { unreached }), []);
    const where = events.map(({ objectRef }) => `${objectRef?.resource} ${objectRef?.namespace ?? ''}`);
    const wide = [...new Set(where)].filter((place) => !/ (one|two|shelf-operator-system)$/.test(place));
    assert.deepEqual(wide.filter((place) => !place.startsWith('undefined')).sort(), [
      'customresourcedefinitions ',
      'nodes ',
    ]);

    const own = await connect(await controlPlane.serviceAccountKubeconfig('shelf-operator-system', account));
    try {
      await own.list(shelfKind, { namespace: 'one' });
      for (const options of [{ namespace: 'far' }, {}]) {
        await assert.rejects(own.list(shelfKind, options), { status: 403 });
      }
      await assert.rejects(own.list(resolveKind(k8s.KubeSecret), { namespace: 'shelf-operator-system' }), {
        status: 403,
      });
    } finally {
      await own.close();
    }
  });
});
