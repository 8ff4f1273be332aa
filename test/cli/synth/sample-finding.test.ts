import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ApiObject } from 'cdk8s';
import { k8s } from 'cdk8s-plus-28';
import type { Kind } from '../../../lib/api/index.ts';
import { sampleRenderFindings, sampleStatusFindings } from '../../../lib/cli/synth/sample-finding.ts';
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
  it('synth reports a kind that a sample renders and the controller doesn’t own, with the sample’s path', () => {
    const [finding, ...others] = findings({ owns: [k8s.KubeConfigMap], render: monitored });
    assert.match(
      finding ?? '',
      /^ {2}\[shelf-operator-samples\/Small] Monitor \S+ is a \S+, which the controller doesn't own: add its class to `owns`$/,
    );
    assert.deepEqual(others, []);
  });

  it('synth reports nothing about a sample if the controller owns all rendered kinds', () => {
    assert.deepEqual(findings({ owns: [k8s.KubeConfigMap, monitorKind], render: monitored }), []);
  });

  it('synth reports nothing about a sample whose render throws, as render may need a cluster', () => {
    const render = () => {
      throw new Error('no such settings');
    };
    assert.deepEqual(findings({ render }), []);
  });
});

function statusFindings(status: NonNullable<ShelfProps['status']>, props: ShelfProps = {}): string[] {
  const operator = shelfOperator({ ...props, status });
  new Sample(operator, 'Small', { of: Shelf, spec: { boxes: { x: '1' } } });
  return sampleStatusFindings(operator);
}

const place =
  '  [shelf-operator-samples/Small] `status` of shelf-operator/Controller, called before any child exists: ';

describe('a synth calls `status` for each sample', () => {
  it('synth calls status for each sample without children, with empty lists of the controller’s kinds', () => {
    const seen: unknown[] = [];
    const found = statusFindings(({ children, live, references }) => {
      seen.push(
        children.boxes.map((box) => live(box)),
        live.list(k8s.KubeConfigMap),
        references.list(k8s.KubeSecret),
      );
      return { labels: [] };
    });
    assert.deepEqual(found, []);
    assert.deepEqual(seen, [[undefined], [], []]);
  });

  it('synth reports a kind that status reads and the controller doesn’t name', () => {
    const [finding] = statusFindings(({ live }) => ({ labels: live.list(k8s.KubePod).map(({ kind }) => kind) }));
    assert.ok(finding?.startsWith(`${place}no cache holds Pod.v1: name it in \`owns\``), finding);
  });

  it('synth reports a child that status reads as another kind', () => {
    const [finding] = statusFindings(({ children, live }) => ({
      labels: children.boxes.map((box) => String(live(box, k8s.KubeSecret))),
    }));
    assert.match(finding ?? '', /Boxes\/x is a ConfigMap\.v1, not a Secret\.v1/);
  });

  it('synth reports a programming error in status with its place', () => {
    const [finding] = statusFindings(({ live }) => ({
      labels: live
        .list(k8s.KubeConfigMap)
        .slice(0, 0)
        .concat(JSON.parse('[{}]'))
        .map(({ metadata }) => metadata.name),
    }));
    assert.match(
      finding ?? '',
      /Cannot read properties of undefined \(reading 'name'\)\n {4}at .*sample-finding\.test\.ts:\d+:\d+/,
    );
  });

  it('synth reports fields returned by status that don’t match their definition', () => {
    const [finding] = statusFindings(() => ({ labels: JSON.parse('[1]') }));
    assert.match(
      finding ?? '',
      /`status` returned fields that don't match the definition of Shelf: status\.labels\[0\]: must be text, and is 1/,
    );
  });

  it('synth reports no finding about the status of a sample that can’t be rendered', () => {
    const found = statusFindings(() => assert.fail('called'), { owns: [] });
    assert.deepEqual(found, []);
  });
});
