import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ApiObject } from 'cdk8s';
import { k8s } from 'cdk8s-plus-28';
import type { Kind } from '../../../lib/api/index.ts';
import { sampleRenderFindings } from '../../../lib/cli/synth/sample-render.ts';
import { Sample } from '../../../lib/constructs/index.ts';
import { Boxes, Shelf, type ShelfProps, shelfOperator } from '../../runtime/shelf.ts';

const monitorKind: Kind = {
  group: 'monitoring.example.org',
  version: 'v1',
  kind: 'Monitor',
  plural: 'monitors',
  scope: 'Namespaced',
};

function findings(props: ShelfProps): string[] {
  const operator = shelfOperator(props);
  new Sample(operator, 'Small', { of: Shelf, spec: { boxes: { x: '1' } } });
  return sampleRenderFindings(operator);
}

const monitored: NonNullable<ShelfProps['render']> = (scope, { spec }) => {
  new ApiObject(scope, 'Monitor', { apiVersion: 'monitoring.example.org/v1', kind: 'Monitor' });
  return new Boxes(scope, 'Boxes', spec.boxes);
};

describe('the samples of an operator without a bundle', () => {
  it('report a kind that is rendered and not owned, with the path of the sample', () => {
    const [finding, ...others] = findings({ owns: [k8s.KubeConfigMap], render: monitored });
    assert.match(
      finding ?? '',
      /^ {2}\[shelf-operator-samples\/Small] Monitor \S+ is a \S+, which the controller doesn't own: add its class to `owns`$/,
    );
    assert.deepEqual(others, []);
  });

  it('report nothing if the controller owns all rendered kinds', () => {
    assert.deepEqual(findings({ owns: [k8s.KubeConfigMap, monitorKind], render: monitored }), []);
  });

  it('report nothing if the author’s code throws, which may need a cluster', () => {
    const render = () => {
      throw new Error('no such settings');
    };
    assert.deepEqual(findings({ render }), []);
  });
});
