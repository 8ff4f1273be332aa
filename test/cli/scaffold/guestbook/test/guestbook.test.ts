import assert from 'node:assert/strict';
import { it } from 'node:test';
import { App } from 'cdk8s';
import { ControllerTest } from 'operand/testing';
import { Guestbook } from '../api/index.ts';
import { GuestbookOperator } from '../operator.ts';
import { release } from '../release.ts';

it('each Guestbook has the objects of its manifests', () => {
  const operator = new GuestbookOperator(new App(), 'guestbook-operator', release);
  const children = new ControllerTest(operator, Guestbook, { metadata: { name: 'example' }, spec: {} }).render();
  const titles = children.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
  assert.deepEqual(titles, [
    'ConfigMap guestbook-settings',
    'Service frontend',
    'Deployment frontend',
    'Service redis',
    'StatefulSet redis',
    'Job redis',
    'HorizontalPodAutoscaler worker',
    'Deployment worker',
  ]);
});
