import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { App } from 'cdk8s';
import { k8s } from 'cdk8s-plus-28';
import { z } from 'zod';
import type { StatusReport } from '../../../lib/api/index.ts';
import {
  type CachedReference,
  Controller,
  type ControllerProps,
  CustomResource,
  index,
  type KindReference,
  metadataOf,
  Operator,
  type OwnedKind,
  partOf,
} from '../../../lib/index.ts';
import { type ShelfProps, shelfController } from '../../runtime/shelf.ts';
import { vaultProps } from '../../runtime/vault.ts';

class Cache extends CustomResource({ group: 'example.com', version: 'v1', kind: 'Cache', spec: z.object({}) }) {}

type Props = Partial<
  ControllerProps<typeof Cache, undefined, readonly CachedReference[], StatusReport<typeof Cache>, readonly []>
>;

function findings(props: Props): string[] {
  const operator = new Operator(new App(), 'cache-operator', { version: '1.2.3', image: 'example.com/cache:1' });
  const controller = new Controller<
    typeof Cache,
    undefined,
    readonly CachedReference[],
    StatusReport<typeof Cache>,
    readonly [],
    readonly (KindReference | OwnedKind)[],
    readonly CachedReference[]
  >(operator, 'Controller', { for: Cache, render: () => undefined, ...props });
  return controller.node.validate();
}

describe('the watched kinds of a controller', () => {
  const kindsOf = (props?: ShelfProps) => shelfController(props).cachedKinds.map(({ kind }) => kind.kind);

  it('a controller caches its own kind, and each owned, watched or referenced kind once', () => {
    const references = [
      { kind: k8s.KubeConfigMap, names: () => [] },
      { kind: k8s.KubeSecret, names: () => [] },
    ];
    const watches = [{ kind: k8s.KubePod, map: () => [] }];
    assert.deepEqual(kindsOf({ watches, references }), ['Shelf', 'ConfigMap', 'Pod', 'Secret']);
  });

  it('a controller caches volume claims only if it keeps them as large as their templates', () => {
    assert.deepEqual(kindsOf(vaultProps('orphan-and-recreate')), [
      'Shelf',
      'StatefulSet',
      'ConfigMap',
      'PersistentVolumeClaim',
    ]);
    assert.deepEqual(kindsOf(vaultProps('recreate')), ['Shelf', 'StatefulSet', 'ConfigMap']);
  });

  it('a cached kind has the view and the selectors of its entry', () => {
    const labelSelector = { matchLabels: { app: 'web' } };
    const Placed = partOf(k8s.KubePod, ({ spec }) => ({ node: spec?.nodeName }));
    const Named = metadataOf(k8s.KubeSecret);
    const [own, box, pod, secret] = shelfController({
      labelSelector,
      owns: [{ kind: k8s.KubeConfigMap, labelSelector }],
      watches: [{ kind: Placed, fieldSelector: { 'spec.nodeName': 'one' }, map: () => [] }],
      references: [{ kind: Named, names: () => [] }],
    }).cachedKinds;
    assert.deepEqual([own?.view, box?.view, pod?.view, secret?.view], [undefined, undefined, Placed, Named]);
    assert.deepEqual(
      [own?.labelSelector, box?.labelSelector, pod?.labelSelector],
      [labelSelector, labelSelector, undefined],
    );
    assert.deepEqual(pod?.fieldSelector, { 'spec.nodeName': 'one' });
  });

  it('a cached kind with two views or two sets of selectors is refused', () => {
    const labelSelector = { matchLabels: { app: 'web' } };
    const map = () => [];
    const twice =
      "Pod is watched in two ways: mention it with the same view and selectors everywhere, and skip in `map` the objects that don't matter";
    const pods: Props[] = [
      { owns: [k8s.KubePod], watches: [{ kind: k8s.KubePod, labelSelector, map }] },
      { owns: [k8s.KubePod], watches: [{ kind: metadataOf(k8s.KubePod), map }] },
      {
        watches: [
          { kind: k8s.KubePod, map },
          { kind: k8s.KubePod, fieldSelector: { 'spec.nodeName': 'one' }, map },
        ],
      },
      {
        watches: [
          { kind: partOf(k8s.KubePod, () => ({})), map },
          { kind: partOf(k8s.KubePod, () => ({})), map },
        ],
      },
      { references: [{ kind: k8s.KubePod, labelSelector, names: () => [] }], watches: [{ kind: k8s.KubePod, map }] },
    ];
    for (const props of pods) assert.deepEqual(findings(props), [twice]);
    const expressed = { matchExpressions: [{ key: 'app', operator: 'In', values: ['web'] }] } as const;
    const agreeing: Props = {
      owns: [{ kind: k8s.KubePod, labelSelector }],
      watches: [{ kind: k8s.KubePod, labelSelector: expressed, map }],
    };
    assert.deepEqual(findings(agreeing), []);
  });

  it('a cached kind with an invalid label selector is refused', () => {
    assert.deepEqual(findings({ labelSelector: { matchLabels: { 'a b': 'c' } } }), [
      "labelSelector of Cache.matchLabels names 'a b', which is not a label: write one such as team or example.com/team",
    ]);
  });

  it('an index of a kind or view that the controller doesn’t cache is refused', () => {
    const Placed = partOf(k8s.KubePod, ({ spec }) => ({ node: spec?.nodeName }));
    const watches = [{ kind: Placed, map: () => [] }];
    assert.deepEqual(findings({ watches, indexes: [index(Placed, ({ node }) => node), index(Cache, () => 'x')] }), []);
    assert.deepEqual(findings({ watches, indexes: [index(k8s.KubePod, () => 'x')] }), [
      'an index is of another view of Pod than the one that the controller watches: give both the same',
    ]);
    assert.deepEqual(findings({ indexes: [index(k8s.KubePod, () => 'x')] }), [
      "an index is of Pod, which the controller doesn't watch: name it in `owns`, `watches` or `references`",
    ]);
  });
});
