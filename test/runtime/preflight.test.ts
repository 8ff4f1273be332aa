import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { k8s } from 'cdk8s-plus-28';
import { type Kind, resolveKind } from '../../lib/api/index.ts';
import { ApiError, type Client, ConnectionError } from '../../lib/client/index.ts';
import { assertPreflight, PreflightError } from '../../lib/runtime/preflight.ts';
import { ManualClock } from '../../lib/testing/index.ts';
import { ObservedCluster } from './observed-cluster.ts';
import { configMapKind, podKind, shelfKind } from './shelf.ts';

const clock = new ManualClock();
const kinds = [shelfKind, configMapKind, podKind];
const nodeKind = resolveKind(k8s.KubeNode);

/** A client of a server that answers lists of these kinds so. */
async function clientOf(refusals: ReadonlyMap<Kind, unknown>): Promise<Client> {
  const client = (await ObservedCluster.start()).client();
  return {
    ...client,
    list: async (kind, options) => {
      if (refusals.has(kind)) throw refusals.get(kind);
      return await client.list(kind, options);
    },
  };
}

function refusal(kind: Kind, code: 403 | 404): ApiError {
  const reason = code === 403 ? 'Forbidden' : 'NotFound';
  return new ApiError({ verb: 'list', kind }, { code, reason, message: 'no', causes: [] });
}

async function check(refusals: ReadonlyMap<Kind, unknown>, signal = new AbortController().signal): Promise<void> {
  return assertPreflight({ client: await clientOf(refusals), clock }, { kinds }, signal);
}

describe('the check before the start', () => {
  it('the preflight passes if the server serves and allows everything', async () => {
    await check(new Map());
  });

  it('the preflight names each kind that is missing or forbidden, with the remedy', async () => {
    await assert.rejects(
      check(
        new Map([
          [shelfKind, refusal(shelfKind, 404)],
          [podKind, refusal(podKind, 403)],
        ]),
      ),
      (error) =>
        error instanceof PreflightError &&
        error.code === 'preflight-failed' &&
        error.message === error.findings.join('; ') &&
        error.findings.length === 2 &&
        error.findings[0] ===
          'the API server does not serve Shelf.example.com/v1: install it first, with the manifests that `synth` writes, or start with `run --apply-definitions` in development' &&
        error.findings[1] ===
          'this account may not list Pod.v1: apply the roles that `synth` writes, or use another kubeconfig',
    );
  });

  it('the preflight skips third-party kinds, which may be missing, forbidden or slow', async () => {
    const client = (await ObservedCluster.start()).client();
    const asked: string[] = [];
    const list: Client['list'] = async (kind, options) => {
      asked.push(kind.plural);
      return await client.list(kind, options);
    };
    const demand = { kinds, isThirdParty: (kind: Kind) => kind === podKind };
    await assertPreflight({ client: { ...client, list }, clock }, demand, new AbortController().signal);
    assert.deepEqual(asked, [shelfKind.plural, configMapKind.plural]);
  });

  it('the preflight doesn’t suggest to install kinds of the API server itself', async () => {
    const claimKind: Kind = { ...podKind, group: 'resource.k8s.io', kind: 'ResourceClaim', plural: 'resourceclaims' };
    const client = await clientOf(new Map([[claimKind, refusal(claimKind, 404)]]));
    await assert.rejects(assertPreflight({ client, clock }, { kinds: [claimKind] }, new AbortController().signal), {
      message:
        'the API server does not serve ResourceClaim.resource.k8s.io/v1: use a version of it that is served, or an API ' +
        'server that serves this one',
    });
  });

  it('the preflight checks a confined operator’s namespaces, and cluster-scoped kinds in the cluster', async () => {
    const client = (await ObservedCluster.start()).client();
    const asked: string[] = [];
    const list: Client['list'] = async (kind, options) => {
      asked.push(`${kind.plural} ${options?.namespace}`);
      if (options?.namespace === 'two') throw refusal(kind, 403);
      return await client.list(kind, options);
    };
    const demand = { kinds: [podKind, nodeKind], watchNamespaces: ['one', 'two'] };
    await assert.rejects(
      assertPreflight({ client: { ...client, list }, clock }, demand, new AbortController().signal),
      (error) =>
        error instanceof PreflightError &&
        error.findings.length === 1 &&
        error.findings[0]?.startsWith('this account may not list Pod.v1 in namespace two: ') === true,
    );
    assert.deepEqual([...new Set(asked)], ['pods one', 'pods two', 'nodes undefined']);
  });

  it('the preflight passes if a list fails because of a conversion, which this operator may serve itself', async () => {
    const failure = { code: 500, reason: 'InternalError', message: 'conversion webhook failed', causes: [] } as const;
    await check(new Map([[shelfKind, new ApiError({ verb: 'list', kind: shelfKind }, failure)]]));
  });

  it('the preflight reports that the server can’t be reached', async () => {
    const away = new ConnectionError('refused', { server: new URL('https://localhost'), source: 'test' });
    await assert.rejects(check(new Map([[shelfKind, away]])), away);
  });

  it('the preflight waits while the API server starts, which refuses requests that it can’t decide yet', async () => {
    const [refusals, readiness] = [new Map([[podKind, refusal(podKind, 403)]]), [false, false, true]];
    const client = {
      ...(await clientOf(refusals)),
      isReady: async () => {
        const isReady = readiness.shift() ?? assert.fail('the API server is ready, and is asked again');
        if (isReady) refusals.clear();
        return isReady;
      },
    };
    const checked = assertPreflight({ client, clock }, { kinds }, new AbortController().signal);
    await clock.advance(2_000);
    await checked;
    assert.deepEqual(readiness, []);
  });

  it('the preflight fails if the API server refuses a list, and is not ready for a minute', async () => {
    const client = { ...(await clientOf(new Map([[podKind, refusal(podKind, 403)]]))), isReady: async () => false };
    const checked = assert.rejects(
      assertPreflight({ client, clock }, { kinds }, new AbortController().signal),
      PreflightError,
    );
    await clock.advance(60_000);
    await checked;
  });

  it('the preflight ends without an error when its signal aborts', async () => {
    const stop = new AbortController();
    stop.abort();
    await check(new Map([[shelfKind, stop.signal.reason]]), stop.signal);
  });
});
