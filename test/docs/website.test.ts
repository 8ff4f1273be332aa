// Tests the operator of docs/writing-an-operator.md.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { App } from 'cdk8s';
import type { StoredObject } from '../../lib/api/index.ts';
import { type Metrics, silentMetrics } from '../../lib/telemetry/index.ts';
import { EmbeddedControlPlane } from '../embedded-control-plane.ts';
import { patience } from '../kubectl.ts';
import { until } from '../until.ts';
import { StartedOperator } from './started-operator.ts';
import { WebsiteOperator } from './website/operator.ts';
import { MemoryRegistry } from './website/registry.ts';

describe('the operator of the documentation', () => {
  const registry = new MemoryRegistry();
  const release = { version: '1.0.0', image: 'example.com/website-operator:1.0.0' };
  const operator = new WebsiteOperator(new App(), 'website-operator', { ...release, registry });
  const registrations = new Map<string, number>();
  let started: StartedOperator<EmbeddedControlPlane>;

  const kubectl = async (args: readonly string[], input?: object) => await started.kubectl(args, input);

  const website = async (name: string) => {
    const text = await kubectl(['get', 'website', name, '-o', 'json', '--ignore-not-found']);
    return text === '' ? undefined : (JSON.parse(text) as StoredObject & { status?: WebsiteStatus });
  };

  const condition = async (name: string, type: string) =>
    (await website(name))?.status?.conditions?.find((each) => each.type === type);

  before(async () => {
    const metrics: Metrics = {
      ...silentMetrics,
      declaredMetric:
        ({ fullName }) =>
        (value) =>
          registrations.set(fullName, (registrations.get(fullName) ?? 0) + value),
    };
    started = await StartedOperator.start(await EmbeddedControlPlane.start(), operator, { metrics });
    await kubectl(['apply', '-f', '-'], { apiVersion: 'v1', kind: 'List', items: operator.samples?.toJson() });
  });

  after(() => started.stop());

  it('the program of the Website operator synthesizes it', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'operand-docs-'));
    const program = fileURLToPath(new URL('./website/main.ts', import.meta.url));
    await promisify(execFile)(process.execPath, [program], { cwd: directory });
    assert.deepEqual(await readdir(join(directory, 'dist')), [
      'website-operator.k8s.yaml',
      'website-operator.monitoring.k8s.yaml',
      'website-operator.samples.k8s.yaml',
    ]);
    await rm(directory, { recursive: true });
  });

  it('the Website operator brings the sample online, and reports it', async () => {
    await until('the website is ready', async () => (await condition('website-home', 'Ready'))?.status === 'True');
    await until('the status names both pods', async () => (await website('website-home'))?.status?.pods?.length === 2);
    const { status } = (await website('website-home')) ?? {};
    assert.equal(status?.phase, 'Online');
    assert.deepEqual(status.pods, ['website-home-0', 'website-home-1']);
    const { spec } = JSON.parse(await kubectl(['get', 'service', 'website-home', '-o', 'json']));
    assert.deepEqual([...registry.targets], [['www.example.com', spec.clusterIP]]);
    assert.equal((await condition('website-home', 'Registered'))?.message, 'www.example.com leads here');
    await kubectl(['get', 'configmap', 'website-home-server-redirects']);
  });

  it('the Website operator records an Event that names the address, and counts the registration', async () => {
    const message = `www.example.com leads to ${registry.targets.get('www.example.com')}`;
    const args = ['get', 'events.events.k8s.io', '-o', 'json', '--field-selector=reason=Registered'];
    await until('the event is written', async () => {
      const { items } = JSON.parse(await kubectl(args)) as { readonly items: readonly { readonly note: string }[] };
      return items.some(({ note }) => note === message);
    });
    assert.ok((registrations.get('website_operator_registrations_total') ?? 0) > 0);
  });

  it('the Website operator waits for a change after an error that no retry can fix', async () => {
    const foreign = { apiVersion: 'web.example.com/v1', kind: 'Website', metadata: { name: 'foreign' } };
    await kubectl(['apply', '-f', '-'], { ...foreign, spec: { domain: 'www.example.org' } });
    const words = 'www.example.org is not a domain of ours';
    await until(
      'the condition reports the error',
      async () => (await condition('foreign', 'Degraded'))?.message === words,
    );
    assert.equal((await condition('foreign', 'Degraded'))?.reason, 'TerminalError');
  });

  it('the API server keeps an immutable field of a Website', async () => {
    const args = ['patch', 'website', 'website-home', '--type=merge', '-p', '{"spec":{"domain":"other.example.com"}}'];
    assert.match((await started.controlPlane.kubectl(args)).stderr, /domain is immutable/);
  });

  it('the Website operator releases the domain before the website is deleted', async () => {
    await kubectl(['delete', 'website', 'website-home', patience]);
    assert.equal(await website('website-home'), undefined);
    assert.equal(registry.targets.has('www.example.com'), false);
  });
});

interface WebsiteStatus {
  readonly phase?: string;
  readonly pods?: readonly string[];
  readonly conditions?: readonly {
    readonly type: string;
    readonly status: string;
    readonly reason: string;
    readonly message: string;
  }[];
}
