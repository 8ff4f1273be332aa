import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { k8s } from 'cdk8s-plus-28';
import { followedKinds } from '../../lib/runtime/followed-kind.ts';
import { type ShelfProps, shelfController } from './shelf.ts';
import { vaultProps } from './vault.ts';

describe('the kinds that a controller follows', () => {
  const kindsOf = (props?: ShelfProps) => followedKinds(shelfController(props)).map(({ kind }) => kind);

  it('are its own, and each once that it owns, watches or whose objects are referred to', () => {
    const references = [
      { kind: k8s.KubeConfigMap, names: () => [] },
      { kind: k8s.KubeSecret, names: () => [] },
    ];
    const watches = [{ kind: k8s.KubePod, map: () => [] }];
    assert.deepEqual(kindsOf({ watches, references }), ['Shelf', 'ConfigMap', 'Pod', 'Secret']);
  });

  it('are volume claims, too, only when it keeps them as large as their templates', () => {
    assert.deepEqual(kindsOf(vaultProps('orphan-and-recreate')), [
      'Shelf',
      'StatefulSet',
      'ConfigMap',
      'PersistentVolumeClaim',
    ]);
    assert.deepEqual(kindsOf(vaultProps('recreate')), ['Shelf', 'StatefulSet', 'ConfigMap']);
  });
});
