import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { builtInFile } from '../../../../.config/built-in-data.ts';
import { builtInShapes } from '../../../../.config/built-in-shape.ts';
import { builtInDefaults, builtInDefinitions } from '../../../../lib/built-in/index.ts';
import { isShapeBuiltIn, shapeOfKind } from '../../../../lib/runtime/reconcile/comparison/kind-shape.ts';

describe('the shapes of built-in kinds', () => {
  it('the shapes of built-in kinds are reduced from the definitions of the embedded cluster', async () => {
    const stored: unknown = JSON.parse(await readFile(builtInFile('shapes.json'), 'utf8'));
    assert.deepEqual(stored, builtInShapes(builtInDefinitions, builtInDefaults.defaults));
  });

  it('built-in shapes know the merges of server-side apply and the defaults of API servers', () => {
    const fieldsOf = (apiVersion: string, kind: string) => shapeOfKind({ apiVersion, kind }).fields ?? {};
    const service = fieldsOf('v1', 'Service').spec?.fields ?? {};
    assert.equal(service.ports?.associative, true);
    assert.equal(service.ports?.each?.fields?.protocol?.default, 'TCP');
    assert.equal(service.selector?.atomic, true);
    assert.equal(fieldsOf('apps/v1', 'Deployment').spec?.fields?.selector?.atomic, true);
    assert.equal(
      fieldsOf('rbac.authorization.k8s.io/v1', 'RoleBinding').roleRef?.fields?.apiGroup?.default,
      'rbac.authorization.k8s.io',
    );
  });

  it('the shape of pods lets admission append tolerations, and that of pod templates doesn’t', () => {
    const pod = shapeOfKind({ apiVersion: 'v1', kind: 'Pod' });
    assert.equal(pod.fields?.spec?.fields?.tolerations?.appended?.length, 2);
    const deployment = shapeOfKind({ apiVersion: 'apps/v1', kind: 'Deployment' });
    assert.equal(deployment.fields?.spec?.fields?.template?.fields?.spec?.fields?.tolerations, undefined);
  });

  it('the shape of a kind that isn’t built in is unknown', () => {
    const widget = { apiVersion: 'example.com/v1', kind: 'Deployment' };
    assert.equal(isShapeBuiltIn(widget), false);
    assert.equal(shapeOfKind(widget).partial, true);
  });
});
