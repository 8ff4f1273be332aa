// Children of a third-party kind whose CRD is created, deleted, created again and changed on a real API server; with
// only the rights of the operator's own manifests.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ApiObject, App } from 'cdk8s';
import { k8s } from 'cdk8s-plus-28';
import type { Kind, KubernetesObject } from '../../lib/api/index.ts';
import { HttpClient, isNotFound, isServerError, loadCredentials } from '../../lib/client/index.ts';
import { systemClock } from '../../lib/clock/index.ts';
import { Controller, Operator } from '../../lib/constructs/index.ts';
import { runManager } from '../../lib/runtime/index.ts';
import { silentMetrics } from '../../lib/telemetry/index.ts';
import { ControlPlane } from '../../lib/testing/index.ts';
import { until } from '../until.ts';
import { untilEstablished } from '../until-established.ts';
import { RecordingLogger } from './recording-logger.ts';
import { Boxes, conditionOf, configMapKind, keyOf, Shelf, shelf, shelfKind } from './shelf.ts';

const monitorKind: Kind = {
  group: 'monitoring.example.org',
  version: 'v1',
  kind: 'Monitor',
  plural: 'monitors',
  scope: 'Namespaced',
};

function operator(): Operator {
  const made = new Operator(new App(), 'shelf-operator', { version: '1.0.0', image: 'example.com/shelf:1' });
  new Controller(made, 'Controller', {
    for: Shelf,
    owns: [k8s.KubeConfigMap, monitorKind],
    render: (scope, { metadata: { name }, spec }) => {
      const { group, version, kind } = monitorKind;
      new ApiObject(scope, 'Monitor', { apiVersion: `${group}/${version}`, kind, metadata: { name }, spec: { of: 1 } });
      return new Boxes(scope, 'Boxes', spec.boxes);
    },
  });
  return made;
}

/** The differences of the third-party CRD from its defaults. */
interface DefinitionProps {
  /** True if its version is served beside `v2`, the stored one. @default true */
  readonly isServed?: boolean;
  readonly scope?: Kind['scope'];
  readonly conversion?: object;
}

/** Returns the CRD of the third-party kind. */
function definition({ isServed = true, scope = monitorKind.scope, conversion }: DefinitionProps = {}): object {
  const { group, kind, plural } = monitorKind;
  const schema = {
    openAPIV3Schema: {
      type: 'object',
      properties: { spec: { type: 'object', properties: { of: { type: 'integer' } } } },
    },
  };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope,
      conversion: conversion ?? { strategy: 'None' },
      names: { kind, plural, singular: 'monitor', listKind: `${kind}List` },
      versions: [
        { name: 'v1', served: isServed, storage: false, schema },
        { name: 'v2', served: true, storage: true, schema },
      ],
    },
  };
}

/** Returns the operator's role without the rights on the third-party kind; undefined for all other objects. */
function withoutMonitors(object: KubernetesObject): object[] {
  const { rules } = object;
  if (!Array.isArray(rules) || !JSON.stringify(rules).includes(monitorKind.group)) return [];
  return [{ ...object, rules: rules.filter((rule) => !JSON.stringify(rule).includes(monitorKind.group)) }];
}

describe('a third-party kind on a real API server', { timeout: 10 * 60_000 }, () => {
  let controlPlane: ControlPlane;
  let client: HttpClient;
  const logger = new RecordingLogger();
  let stop: AbortController;
  let start: () => void;
  let ended: Promise<void> = Promise.resolve();

  async function kubectl(args: readonly string[], ...input: readonly object[]): Promise<void> {
    const list = { apiVersion: 'v1', kind: 'List', items: input };
    const { exitCode, stderr } = await controlPlane.kubectl(args, { input: JSON.stringify(list) });
    assert.equal(exitCode, 0, stderr);
  }

  const monitor = async () => {
    try {
      return await client.get(monitorKind, keyOf('a'));
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  };
  const ready = async () => conditionOf(await client.get(shelfKind, keyOf('a')), 'Ready') ?? '';
  const untilReady = (words: RegExp) => until(`Ready ${words}`, async () => words.test(await ready()));

  before(async () => {
    controlPlane = await ControlPlane.start({ components: [] });
    const connect = async (kubeconfig: string) =>
      new HttpClient(await loadCredentials({ clock: systemClock, kubeconfig }), { clock: systemClock });
    client = await connect(controlPlane.kubeconfig);
    await kubectl(['apply', '-f', '-'], ...operator().toJson());
    await untilEstablished(controlPlane);
    const account = 'shelf-operator-controller-manager';
    const kubeconfig = await controlPlane.serviceAccountKubeconfig('shelf-operator-system', account);
    const credentials = await loadCredentials({ clock: systemClock, kubeconfig });
    const connected = () => new HttpClient(credentials, { clock: systemClock, fieldManager: 'shelf-operator' });
    const ports = { connect: connected, clock: systemClock, logger, metrics: silentMetrics };
    start = () => {
      stop = new AbortController();
      ended = runManager(operator(), ports, { hostname: 'here' }, stop.signal);
    };
    start();
  });

  after(async () => {
    stop?.abort();
    await ended;
    await client?.close();
    await controlPlane?.stop();
  });

  it('is reported while its definition is absent, and the other children are created', async () => {
    await kubectl(['apply', '-f', '-'], shelf('a', { x: '1' }));
    await untilReady(/^False KindNotServed: the API server doesn't serve Monitor\.monitoring\.example\.org\/v1: /);
    assert.equal((await client.get(configMapKind, keyOf('x'))).metadata.name, 'x');
  });

  it('has its child created when its definition appears', async () => {
    await kubectl(['apply', '-f', '-'], definition({ isServed: true }));
    await untilReady(/^True /);
    assert.ok(await monitor());
  });

  it('is reported when its version is no longer served, and keeps its child', async () => {
    const before = await monitor();
    await kubectl(['apply', '-f', '-'], definition({ isServed: false }));
    await untilReady(/^False KindNotServed/);
    await kubectl(['apply', '-f', '-'], definition({ isServed: true }));
    await untilReady(/^True /);
    assert.deepEqual((await monitor())?.metadata.uid, before?.metadata.uid);
  });

  it('is reported when its definition is deleted, and has its child created again with the definition', async () => {
    await kubectl(['delete', 'crd', `${monitorKind.plural}.${monitorKind.group}`]);
    await untilReady(/^False KindNotServed/);
    await kubectl(['apply', '-f', '-'], shelf('a', { x: '1', y: '2' }));
    await until('another box', async () => {
      const { items } = await client.list(configMapKind, { namespace: 'default' });
      return items.some(({ metadata }) => metadata.name === 'y');
    });
    await kubectl(['apply', '-f', '-'], definition({ isServed: true }));
    await untilReady(/^True /);
    assert.ok(await monitor());
  });

  it('keeps its child while its conversion fails, also across a restart, while other kinds are served', async () => {
    const before = await monitor();
    const clientConfig = { url: 'https://127.0.0.1:1/convert' };
    const conversion = { strategy: 'Webhook', webhook: { clientConfig, conversionReviewVersions: ['v1'] } };
    stop.abort();
    await ended;
    await kubectl(['apply', '-f', '-'], definition({ conversion }));
    await until('the failure of the conversion', () => monitor().then(() => false, isServerError));
    start();
    await kubectl(['apply', '-f', '-'], shelf('a', { x: '1', z: '3' }));
    await untilReady(/^False KindNotListed: /);
    const { items } = await client.list(configMapKind, { namespace: 'default' });
    const boxes = items.map(({ metadata }) => metadata.name).filter((name) => name !== 'kube-root-ca.crt');
    assert.deepEqual(boxes, ['x', 'y', 'z']);
    await kubectl(['apply', '-f', '-'], definition());
    await untilReady(/^True /);
    assert.deepEqual(await monitor(), before);
  });

  it('keeps its child while the operator lacks the right to list it, also across a restart', async () => {
    const before = await monitor();
    stop.abort();
    await ended;
    await kubectl(['replace', '-f', '-'], ...operator().toJson().flatMap(withoutMonitors));
    start();
    await kubectl(['apply', '-f', '-'], shelf('a', { x: '1', v: '4' }));
    await untilReady(
      /^False KindForbidden: this account may not list and watch Monitor\.monitoring\.example\.org\/v1: /,
    );
    assert.equal((await client.get(configMapKind, keyOf('v'))).metadata.name, 'v');
    await kubectl(['apply', '-f', '-'], ...operator().toJson());
    await untilReady(/^True /);
    assert.deepEqual(await monitor(), before);
  });

  it('has no child created while finalizers delay the deletion of its definition, nor in another scope', async () => {
    const name = `${monitorKind.plural}.${monitorKind.group}`;
    const finalizers = (...held: readonly string[]) => JSON.stringify({ metadata: { finalizers: held } });
    const patch = ['patch', monitorKind.plural, 'a', '--type=merge', '-p'];
    await kubectl([...patch, finalizers('example.org/held')]);
    await kubectl(['delete', 'crd', name, '--wait=false']);
    await untilReady(/^False Recreating: /);
    await kubectl([...patch, finalizers()]);
    await untilReady(/^False KindNotServed: /);
    await kubectl(['wait', '--for=delete', 'crd', name]);
    await kubectl(['apply', '-f', '-'], definition({ scope: 'Cluster' }));
    await untilEstablished(controlPlane);
    await kubectl(['apply', '-f', '-'], shelf('a', { w: '1' }));
    await until('another box', async () => {
      const { items } = await client.list(configMapKind, { namespace: 'default' });
      return items.some(({ metadata }) => metadata.name === 'w');
    });
    assert.match(await ready(), /^False KindNotServed: /);
    await kubectl(['delete', 'crd', name]);
    await kubectl(['apply', '-f', '-'], definition());
    await untilReady(/^True /);
    assert.ok(await monitor());
  });

  it('costs few requests, and no failed reconcile', async () => {
    const events = await controlPlane.auditEvents();
    const requests = events.filter(
      ({ objectRef, user, responseStatus }) =>
        objectRef?.resource === monitorKind.plural &&
        user.username.includes('shelf-operator') &&
        responseStatus?.code === 404,
    );
    assert.ok(requests.length < 60, `${requests.length} requests for what is not served`);
    const failures = logger.lines
      .filter(({ message }) => message === 'reconcile failed')
      .map(({ fields }) => fields.error);
    assert.deepEqual(failures, []);
  });
});
