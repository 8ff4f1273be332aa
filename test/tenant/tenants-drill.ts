// A manager with the limits of its own Deployment, a tenant who attacks it in all ways at once, and another tenant at
// work. Since other processes of the machine slow all of them down, times are the processor time of the manager: half a
// second in each second.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Kind, KubernetesObject } from '../../lib/api/index.ts';
import { HttpClient, loadCredentials } from '../../lib/client/index.ts';
import { systemClock } from '../../lib/clock/index.ts';
import { ControlPlane } from '../../lib/testing/index.ts';
import { InstalledOperator } from '../apps/installed-operator.ts';
import { until } from '../until.ts';
import { hostileBoards, hostilePosts, overloaded, review, validation } from './attack.ts';
import { Attacker } from './attacker.ts';
import { defaultLimits, LimitedManager } from './limited-manager.ts';
import { WebhookClient } from './webhook-post.ts';
import { median, WorkingTenant } from './working-tenant.ts';

const program = fileURLToPath(new URL('./board-operator.ts', import.meta.url));
const expected = { ...hostileBoards, ...hostilePosts };
const secrets: Kind = { group: '', version: 'v1', kind: 'Secret', plural: 'secrets', scope: 'Namespaced' };

/** The manager's processor time while an API server waits for a webhook, which is 10 seconds. */
const timeoutMs = 10_000 * defaultLimits.processors;

/** Converts processor time to seconds on a clock. */
const shown = (usedMs: number) => `${usedMs / defaultLimits.processors / 1_000} s`;

describe('a manager with the default limits, which a tenant attacks in all ways at once', () => {
  let installed: InstalledOperator;
  let manager: LimitedManager;
  let attacker: Attacker;
  let client: HttpClient;
  const [calls, bytes]: [number[], number[]] = [[], []];
  let requests: ReadonlyMap<string, readonly number[]>;

  before(async () => {
    const controlPlane = await ControlPlane.start({ components: [], audit: 'none' });
    installed = await InstalledOperator.of(controlPlane, { program, name: 'board-operator' });
    await installed.apply(...['calm', 'hostile'].flatMap(tenantObjects));
    await createLongSecrets(controlPlane.kubeconfig);
    manager = await LimitedManager.start(installed);
    await manager.process.logged('"msg":"leading"');
    client = await clientOf(await controlPlane.serviceAccountKubeconfig('calm', 'tenant'));
    const url = await manager.process.url('webhook server');
    attacker = new Attacker(await controlPlane.serviceAccountKubeconfig('hostile', 'tenant'), url);
    await work(new WebhookClient(url, '127.0.0.1'));
  });

  after(async () => {
    await attacker?.[Symbol.asyncDispose]();
    await client?.close();
    await installed?.[Symbol.asyncDispose]();
    await manager?.[Symbol.asyncDispose]();
  });

  /** Works as the other tenant until each attack has had an outcome, and for a minimum of rounds. */
  async function work(apiServer: WebhookClient): Promise<void> {
    const attacks = [...Object.keys(expected), 'connections without a handshake', 'slow bodies'];
    await until('the attacks have begun', () => attacker.outcomes.size > 3);
    const tenant = new WorkingTenant(client, 'calm', () => manager.usedMs);
    for (let round = 0; round < 10 || attacks.some((attack) => attacker.countOf(attack) === 0); round += 1) {
      await tenant.round();
      const startMs = manager.usedMs;
      const response = await apiServer.post({ path: validation, body: review({ edition: round }, 'calm') });
      calls.push(manager.usedMs - startMs);
      bytes.push(manager.ownBytes);
      assert.match(response, /^200 .*"allowed":true/);
    }
    requests = tenant.times;
  }

  it('answers every call for another tenant before the API server gives up, and every request of that tenant', (test) => {
    for (const [title, times] of [['webhook call', calls] as const, ...requests]) {
      test.diagnostic(`${title}: ${shown(median(times))} in the median, ${shown(Math.max(...times))} at most`);
      assert.ok(Math.max(...times) < timeoutMs, `${title}: ${times}`);
    }
  });

  it('stays within its memory limit, and is not restarted', () => {
    assert.equal(manager.process.exit, undefined);
    assert.ok(Math.max(...bytes) < defaultLimits.memoryBytes, `${bytes}`);
  });

  it('limits each attack to an error of its own request', () => {
    for (const [attack, { outcome }] of Object.entries(expected)) {
      for (const [ended] of attacker.outcomes.get(attack) ?? []) {
        assert.ok(outcome.test(ended) || overloaded.test(ended), `${attack}: ${ended}`);
      }
    }
  });

  it('writes no long lines', async () => {
    const lines = (await manager.process.log()).split('\n');
    assert.ok(Math.max(...lines.map(({ length }) => length)) < 64 * 1024);
  });

  it('reports failures in the status of each resource, and converts lists of all tenants', async () => {
    await attacker[Symbol.asyncDispose]();
    await until('the status of a failing resource has the reason', async () => {
      const boards = await installed.list('boards.v1beta1.tenant.example.com');
      return boards.some(({ spec, status }) => {
        const text = JSON.stringify(status ?? {});
        return JSON.stringify(spec).includes('"fails":true') && text.includes('"status":"False","type":"Ready"');
      });
    });
  });
});

async function clientOf(kubeconfig: string): Promise<HttpClient> {
  return new HttpClient(await loadCredentials({ clock: systemClock, kubeconfig }), { clock: systemClock });
}

/**
 * Creates Secrets that an admin of the attacker's namespace may have created, and the attacker may refer to: 140 MB.
 */
async function createLongSecrets(kubeconfig: string): Promise<void> {
  const admin = await clientOf(kubeconfig);
  const data = { password: 'YQ==', value: Buffer.alloc(740_000, 'x').toString('base64') };
  const objects = Array.from({ length: 140 }, (_, index) => ({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { namespace: 'hostile', name: `long-${index}` },
    data,
  }));
  await Promise.all(objects.map((object) => admin.create(secrets, object)));
  await admin.close();
}

/** Returns a namespace whose ServiceAccount may write custom resources, and, for the working tenant, ConfigMaps. */
function tenantObjects(namespace: string): KubernetesObject[] {
  const rules = [
    { apiGroups: ['tenant.example.com'], resources: ['boards'], verbs: ['*'] },
    ...(namespace === 'calm' ? [{ apiGroups: [''], resources: ['configmaps'], verbs: ['*'] }] : []),
  ];
  const [metadata, rbac] = [{ namespace, name: 'tenant' }, 'rbac.authorization.k8s.io'];
  const roleRef = { apiGroup: rbac, kind: 'Role', name: 'tenant' };
  const subjects = [{ kind: 'ServiceAccount', name: 'tenant', namespace }];
  return [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } },
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata },
    { apiVersion: `${rbac}/v1`, kind: 'Role', metadata, rules },
    { apiVersion: `${rbac}/v1`, kind: 'RoleBinding', metadata, roleRef, subjects },
  ];
}
