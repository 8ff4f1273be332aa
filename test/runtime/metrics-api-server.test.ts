// The rights to read the metrics of an operator that is installed from its own manifests, on a real API server.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { Agent, request } from 'undici';
import { HttpClient, loadCredentials } from '../../lib/client/index.ts';
import { systemClock } from '../../lib/clock/index.ts';
import { accessReview, type GetEndpoint, guardedEndpoint, plainTextReply } from '../../lib/server/index.ts';
import { silentLogger, silentMetrics } from '../../lib/telemetry/index.ts';
import { ManualClock, type OperatorProcess } from '../../lib/testing/index.ts';
import { InstalledOperator } from '../apps/installed-operator.ts';
import { until } from '../until.ts';
import { untilAllowed } from '../until-allowed.ts';

describe('the metrics of an operator on a real API server', () => {
  let installed: InstalledOperator;
  let operator: OperatorProcess;
  let agent: Agent;

  before(async () => {
    installed = await InstalledOperator.start('memcached', { components: [] });
    await installed.kubectl('create', 'namespace', 'monitoring');
    operator = await installed.run(['--metrics-address=https://127.0.0.1:0']);
    await operator.ready();
    // No client can verify the certificate that the operator issues itself.
    agent = new Agent({ connect: { rejectUnauthorized: false } });
  });

  after(async () => {
    await agent.close();
    await installed[Symbol.asyncDispose]();
  });

  /** Returns the token of a new ServiceAccount, with or without the right to read metrics. */
  async function tokenOf(name: string, { isReader }: { readonly isReader: boolean }): Promise<string> {
    await installed.kubectl('create', 'serviceaccount', name, '-n', 'monitoring');
    if (isReader) {
      await installed.kubectl(...bindingOf(name));
      await untilAllowed(installed.controlPlane, `system:serviceaccount:monitoring:${name}`, ['get', '/metrics']);
    }
    const file = await installed.controlPlane.serviceAccountKubeconfig('monitoring', name);
    const { users } = JSON.parse(await readFile(file, 'utf8')) as { users: { user: { token: string } }[] };
    return users[0]?.user.token ?? '';
  }

  async function scrape(token?: string): Promise<{ readonly status: number; readonly text: string }> {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const url = `${await operator.url('metrics server')}/metrics`;
    const { statusCode, body } = await request(url, { dispatcher: agent, headers });
    return { status: statusCode, text: await body.text() };
  }

  async function reviews(): Promise<readonly string[]> {
    return (await installed.writes())
      .filter((write) => write.includes('reviews'))
      .map((write) => write.replace(/\?.*/, ''));
  }

  it('a ServiceAccount with the metrics-reader role reads the metrics, which takes two reviews only once', async () => {
    const token = await tokenOf('scraper', { isReader: true });
    const { status, text } = await scrape(token);
    assert.equal(status, 200);
    assert.match(text, /^controller_runtime_reconcile_total\{controller="memcached",result="success"\} 0$/m);
    assert.match(text, /^operand_cache_limit_bytes [1-9]\d+$/m);
    const before = await reviews();
    assert.deepEqual(before, [
      'create /apis/authentication.k8s.io/v1/tokenreviews',
      'create /apis/authorization.k8s.io/v1/subjectaccessreviews',
    ]);
    assert.equal((await scrape(token)).status, 200);
    assert.deepEqual(await reviews(), before);
  });

  it('a ServiceAccount without the metrics-reader role is refused, by name', async () => {
    const { status, text } = await scrape(await tokenOf('stranger', { isReader: false }));
    assert.equal(status, 403);
    assert.match(text, /^system:serviceaccount:monitoring:stranger may not get \/metrics: /);
  });

  it('clients without a token, or with a token that no API server issued, are refused', async () => {
    assert.equal((await scrape()).status, 401);
    assert.equal((await scrape('made-up')).status, 401);
  });

  it('the metrics server needs only rights that the operator’s roles grant', async () => {
    assert.deepEqual(await installed.missingRights(), []);
  });

  it('a deleted ServiceAccount, and one without its role, are refused when the cached decisions expire', async () => {
    const [revoked, demoted] = [
      await tokenOf('revoked', { isReader: true }),
      await tokenOf('demoted', { isReader: true }),
    ];
    await using guarded = await guardedFigures(installed.kubeconfig);
    assert.deepEqual([await guarded.status(revoked), await guarded.status(demoted)], [200, 200]);
    await installed.kubectl('delete', 'serviceaccount', 'revoked', '-n', 'monitoring');
    await installed.kubectl('delete', 'clusterrolebinding', 'demoted');
    assert.deepEqual([await guarded.status(revoked), await guarded.status(demoted)], [200, 200]);
    // API servers themselves cache tokens for ten seconds, and notice deleted bindings a moment later.
    await until('both are refused', async () => {
      await guarded.clock.advance(60_000);
      const statuses = [await guarded.status(revoked), await guarded.status(demoted)];
      return statuses.join() === '401,403';
    });
  });

  it('only clients with a recent decision read the metrics while the API server is unreachable', async () => {
    const [token, late] = [await tokenOf('early', { isReader: true }), await tokenOf('late', { isReader: true })];
    assert.equal((await scrape(token)).status, 200);
    await installed.controlPlane.stopApiServer();
    assert.equal((await scrape(token)).status, 200);
    const { status, text } = await scrape(late);
    assert.deepEqual([status, text.includes('could not review')], [503, true]);
    await installed.controlPlane.startApiServer();
    await until('the late one is let in', async () => (await scrape(late)).status === 200);
  });
});

function bindingOf(name: string): string[] {
  const role = '--clusterrole=memcached-operator-metrics-reader';
  return ['create', 'clusterrolebinding', name, role, `--serviceaccount=monitoring:${name}`];
}

/** Returns an endpoint that is guarded with an operator's ServiceAccount, and a clock that ages its cache. */
async function guardedFigures(kubeconfig: string) {
  const clock = new ManualClock();
  const credentials = await loadCredentials({ clock: systemClock, kubeconfig });
  const client = new HttpClient(credentials, { clock: systemClock, metrics: silentMetrics.client() });
  const endpoint: GetEndpoint = () => plainTextReply(200, 'figures');
  const review = accessReview('/metrics', { client, clock: systemClock });
  const guarded = guardedEndpoint('/metrics', endpoint, { clock, logger: silentLogger, review });
  return {
    clock,
    async status(token: string): Promise<number> {
      return (await guarded(new URLSearchParams(), { authorization: `Bearer ${token}`, address: '127.0.0.1' })).status;
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}
