// Unusual and valid CRDs, descriptors and examples: no rule reports them.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { validate } from '../../../lib/olm/index.ts';
import type { BundleDraft } from './corpus/bundle-draft.ts';
import { goodBundle } from './corpus/good-bundle.ts';
import { crd, csv } from './corpus/minimal-bundle.ts';

const version = 'spec.versions[0]';
const schema = `${version}.schema.openAPIV3Schema`;
const spec = `${schema}.properties.spec`;
const owned = 'spec.customresourcedefinitions.owned[0]';

const described = (path: string, ...hints: readonly string[]) => ({
  path,
  displayName: path,
  description: 'Described.',
  ...(hints.length > 0 && { 'x-descriptors': hints }),
});

function field(draft: BundleDraft, name: string, type: object): void {
  draft.set(crd, `${spec}.properties.${name}`, type);
}

function show(draft: BundleDraft, words: object): void {
  const example = { apiVersion: 'cache.example.com/v1', kind: 'Cache', metadata: { name: 'small' }, ...words };
  draft.set(csv, 'metadata.annotations["alm-examples"]', JSON.stringify([example]));
}

const rights: Readonly<Record<string, (draft: BundleDraft) => void>> = {
  'descriptors of items, of entries and of what may be anything': (draft) => {
    field(draft, 'ports', { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } } });
    field(draft, 'labels', { type: 'object', additionalProperties: { type: 'string' } });
    field(draft, 'pod', { type: 'object', 'x-kubernetes-preserve-unknown-fields': true });
    const paths = ['ports[0].name', 'labels.app', 'pod.spec.containers[0].resources'];
    draft.append(csv, `${owned}.specDescriptors`, ...paths.map((path) => described(path)));
  },
  'hints of all sorts': (draft) => {
    const ui = 'urn:alm:descriptor:com.tectonic.ui';
    draft.append(
      csv,
      `${owned}.specDescriptors`,
      described(
        'image',
        `${ui}:advanced`,
        `${ui}:fieldDependency:size:2`,
        `${ui}:fieldGroup:servers`,
        `${ui}:select:a:b`,
        'urn:alm:descriptor:io.kubernetes:ConfigMap',
        'urn:alm:descriptor:io.kubernetes.phase:reason',
        'urn:alm:descriptor:org.w3:link',
        'urn:alm:descriptor:text',
        'urn:example:caches:image',
      ),
    );
  },
  'actions, whose paths begin at the spec or outside of it': (draft) => {
    draft.set(csv, `${owned}.actionDescriptors`, [described('size'), described('spec.image')]);
  },
  'an example that leaves out what has a default': (draft) => {
    field(draft, 'mode', { type: 'string', enum: ['soft', 'hard'], default: 'soft' });
    draft.set(crd, `${spec}.required`, ['mode', 'size']);
    draft.set(crd, `${spec}.x-kubernetes-validations`, [
      { rule: "self.mode == 'soft' || self.size > 2", message: 'a hard cache has more than two servers' },
    ]);
  },
  'an example with a rule that only an API server evaluates': (draft) => {
    draft.set(crd, `${spec}.x-kubernetes-validations`, [{ rule: "'%d'.format([self.size]) == '2'", message: 'two' }]);
  },
  'an example with what may be an integer or a text': (draft) => {
    field(draft, 'limit', { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] });
    draft.append(csv, `${owned}.specDescriptors`, described('limit'));
    show(draft, { spec: { size: 2, limit: '10%' } });
  },
  'an example with anything in it': (draft) => {
    field(draft, 'settings', { type: 'object', 'x-kubernetes-preserve-unknown-fields': true });
    draft.append(csv, `${owned}.specDescriptors`, described('settings'));
    show(draft, { spec: { size: 2, settings: { deep: { deeper: [1, 'a', null] } } } });
  },
  'an example with a status, labels and a namespace': (draft) => {
    show(draft, {
      metadata: {
        name: 'small',
        namespace: 'caches',
        labels: { app: 'cache' },
        annotations: {},
        creationTimestamp: null,
      },
      spec: { size: 2 },
      status: { conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: '2026-11-21T08:00:00Z' }] },
    });
  },
  'columns of conditions, of metadata and of labels': (draft) => {
    draft.set(crd, `${version}.additionalPrinterColumns`, [
      { name: 'Ready', type: 'string', jsonPath: '.status.conditions[?(@.type=="Ready")].status' },
      { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
      { name: 'Team', type: 'string', jsonPath: '.metadata.labels.example\\.com/team', priority: 1 },
      { name: 'Size', type: 'integer', format: 'int32', jsonPath: '.spec.size', description: 'Servers.' },
    ]);
  },
  'columns of numbers, of times and of text for a value of another type': (draft) => {
    field(draft, 'ratio', { type: 'number' });
    field(draft, 'limit', { 'x-kubernetes-int-or-string': true });
    field(draft, 'ready', { type: 'boolean' });
    field(draft, 'since', { type: 'string' });
    draft.set(crd, `${version}.additionalPrinterColumns`, [
      { name: 'Size', type: 'number', jsonPath: '.spec.size' },
      { name: 'Ratio', type: 'integer', jsonPath: '.spec.ratio' },
      { name: 'Limit', type: 'integer', jsonPath: '.spec.limit' },
      { name: 'Ready', type: 'boolean', jsonPath: '.spec.ready' },
      { name: 'Since', type: 'date', jsonPath: '.spec.since' },
      { name: 'Changed', type: 'date', jsonPath: '.status.conditions[*].lastTransitionTime' },
      { name: 'Generation', type: 'integer', jsonPath: '.metadata.generation' },
      { name: 'Conditions', type: 'string', jsonPath: '.status.conditions' },
      { name: 'Anywhere', type: 'integer', jsonPath: '.status..status' },
    ]);
  },
  'a scale, and fields to select by': (draft) => {
    draft.set(crd, `${schema}.properties.status.properties.size`, { type: 'integer' });
    draft.set(crd, `${schema}.properties.status.properties.selector`, { type: 'string' });
    draft.set(crd, `${version}.subresources.scale`, {
      specReplicasPath: '.spec.size',
      statusReplicasPath: '.status.size',
      labelSelectorPath: '.status.selector',
    });
    draft.set(crd, `${version}.selectableFields`, [{ jsonPath: '.spec.image' }, { jsonPath: '.spec.size' }]);
  },
  'a version that is no longer served, and not owned': (draft) => {
    const old = {
      ...Object(draft.get(crd, version)),
      name: 'v1alpha1',
      served: false,
      storage: false,
      deprecated: true,
    };
    draft.append(crd, 'spec.versions', { ...old, deprecationWarning: 'use v1' });
  },
  'a conversion of nothing': (draft) => {
    draft.set(crd, 'spec.conversion', { strategy: 'None' });
    draft.set(crd, 'spec.preserveUnknownFields', false);
  },
  'an approved group of Kubernetes': (draft) => {
    for (const file of [crd, csv]) draft.write(file, draft.text(file).replaceAll('cache.example.com', 'cache.k8s.io'));
    draft.replace(
      crd,
      'metadata:\n',
      "metadata:\n  annotations: {api-approved.kubernetes.io: 'https://example.com/1'}\n",
    );
  },
  'a required kind of others': (draft) => {
    draft.append(csv, 'spec.customresourcedefinitions.required', {
      name: 'issuers.certs.example.com',
      version: 'v1',
      kind: 'Issuer',
      displayName: 'Issuer',
      description: 'Signs certificates.',
    });
  },
  'a first resource, and a hidden kind': (draft) => {
    const resource = {
      apiVersion: 'cache.example.com/v1',
      kind: 'Cache',
      metadata: { name: 'first' },
      spec: { size: 1 },
    };
    const annotations = 'metadata.annotations';
    draft.set(csv, `${annotations}["operatorframework.io/initialization-resource"]`, JSON.stringify(resource));
    draft.set(csv, `${annotations}["operators.operatorframework.io/internal-objects"]`, '["caches.cache.example.com"]');
  },
};

describe('a bundle with an unusual definition', () => {
  for (const [title, edit] of Object.entries(rights)) {
    it(`a bundle with an unusual definition has no finding: ${title}`, () => {
      const draft = goodBundle('minimal');
      edit(draft);
      assert.deepEqual(validate(draft.content()), []);
    });
  }
});
