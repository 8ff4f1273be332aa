import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import type { KubernetesObject } from '../../../../lib/api/index.ts';
import { claimKind, requestedStorage } from '../../../../lib/constructs/index.ts';
import type { Child } from '../../../../lib/render/index.ts';
import { ChildRefusalError } from '../../../../lib/runtime/reconcile/applying/child-refusal-error.ts';
import { growClaims, refuseShrinking } from '../../../../lib/runtime/reconcile/applying/claim-growth.ts';
import { controllerScope } from '../../../../lib/runtime/reconcile/controller-scope.ts';
import { ObservedCluster } from '../../observed-cluster.ts';
import { keyOf, shelfController } from '../../shelf.ts';
import { claim, statefulSetKind, vaultKey } from '../../vault.ts';
import { Diary, ServerView } from '../shelf-keeper.ts';
import { shelfRun, stepPorts } from '../shelf-run.ts';

/** A StatefulSet called `a` whose claims are to be that large, by name. */
function vault(templates: Readonly<Record<string, unknown>>): Child {
  const volumeClaimTemplates = Object.entries(templates).map(([name, storage]) => ({
    metadata: { name },
    spec: { resources: { requests: { storage } } },
  }));
  const metadata = { ...vaultKey, name: 'a' };
  const object: KubernetesObject = {
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata,
    spec: { volumeClaimTemplates },
  };
  return { kind: statefulSetKind, key: vaultKey, object };
}

describe('the claims of a StatefulSet', () => {
  let server: ObservedCluster;
  let grown: string[];
  let diary: Diary;

  beforeEach(async () => {
    server = await ObservedCluster.start();
    grown = [];
    diary = new Diary();
    diary.claimGrown = (_, answer) => void grown.push(`${answer.metadata.name} ${requestedStorage(answer)}`);
  });

  async function put(name: string, storage: string): Promise<void> {
    await server.put(claimKind, claim(name, storage));
    await server.editStatus(claimKind, keyOf(name), { phase: 'Bound' });
  }

  const grow = (child: Child) =>
    growClaims(child, shelfRun(controllerScope(shelfController(), stepPorts(server, { journal: diary }))));
  const shrinking = (child: Child) => () => refuseShrinking(child, new ServerView(server));

  it('each claim of a StatefulSet grows to the size of its own template', async () => {
    for (const name of ['data-a-0', 'logs-a-0', 'logs-a-10']) await put(name, '1Gi');
    await grow(vault({ data: '1Gi', logs: '1.5Gi' }));
    assert.deepEqual(grown, ['logs-a-0 1536Mi', 'logs-a-10 1536Mi']);
  });

  it('claims keep their size if their template requests no size, or an invalid quantity', async () => {
    await put('data-a-0', '1Gi');
    await grow(vault({ data: undefined }));
    await grow(vault({ data: 'much' }));
    assert.deepEqual(grown, []);
    assert.doesNotThrow(shrinking(vault({ data: undefined })));
  });

  it('a template smaller than its claims is refused, and the error names all claims larger than it', async () => {
    await put('data-a-0', '2Gi');
    assert.doesNotThrow(shrinking(vault({ data: '2048Mi' })), 'it is as large');
    await put('data-a-1', '3000Mi');
    assert.doesNotThrow(shrinking(vault({ data: '3000Mi' })), 'a claim may be smaller');
    assert.throws(
      shrinking(vault({ data: '1Gi' })),
      (error) =>
        ChildRefusalError.is(error) &&
        error.reason === 'ChildImmutable' &&
        /data-a-0 has 2Gi, .*; data-a-1 has 3000Mi, /.test(error.message),
    );
  });

  it('the growth of claims stops at the first one that the API server refuses, with its message', async () => {
    server.allowExpansion(false);
    await put('data-a-0', '1Gi');
    await put('data-a-1', '1Gi');
    await assert.rejects(grow(vault({ data: '2Gi' })), (error) => {
      assert.ok(ChildRefusalError.is(error));
      assert.equal(error.reason, 'ClaimNotGrown');
      assert.match(
        error.message,
        /default\/data-a-0 can't grow to 2Gi: .* is forbidden: only dynamically .*; let its storage/,
      );
      return true;
    });
    assert.deepEqual(server.calls, ['patch persistentvolumeclaims default/data-a-0']);
  });
});
