import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { k8s } from 'cdk8s-plus-28';
import { sampleStatusFindings } from '../../../lib/cli/synth/sample-status.ts';
import { Sample } from '../../../lib/constructs/index.ts';
import { Shelf, type ShelfProps, shelfOperator } from '../../runtime/shelf.ts';

function findings(status: NonNullable<ShelfProps['status']>, props: ShelfProps = {}): string[] {
  const operator = shelfOperator({ ...props, status });
  new Sample(operator, 'Small', { of: Shelf, spec: { boxes: { x: '1' } } });
  return sampleStatusFindings(operator);
}

const place =
  '  [shelf-operator-samples/Small] `status` of shelf-operator/Controller, called before any child exists: ';

describe('a synth calls `status` for each sample', () => {
  it('with no children and empty lists of the kinds that the controller names', () => {
    const seen: unknown[] = [];
    const found = findings(({ children, live, references }) => {
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

  it('and reports a kind that the controller names nowhere', () => {
    const [finding] = findings(({ live }) => ({ labels: live.list(k8s.KubePod).map(({ kind }) => kind) }));
    assert.ok(finding?.startsWith(`${place}no cache holds Pod.v1: name it in \`owns\``), finding);
  });

  it('and reports a child that is read as another kind', () => {
    const [finding] = findings(({ children, live }) => ({
      labels: children.boxes.map((box) => String(live(box, k8s.KubeSecret))),
    }));
    assert.match(finding ?? '', /Boxes\/x is a ConfigMap\.v1, not a Secret\.v1/);
  });

  it('and reports a programming error with its place', () => {
    const [finding] = findings(({ live }) => ({
      labels: live
        .list(k8s.KubeConfigMap)
        .slice(0, 0)
        .concat(JSON.parse('[{}]'))
        .map(({ metadata }) => metadata.name),
    }));
    assert.match(
      finding ?? '',
      /Cannot read properties of undefined \(reading 'name'\)\n {4}at .*sample-status\.test\.ts:\d+:\d+/,
    );
  });

  it('and reports fields that the definition of the status lacks', () => {
    const [finding] = findings(() => ({ labels: JSON.parse('[1]') }));
    assert.match(
      finding ?? '',
      /`status` returned fields that don't match the definition of Shelf: status\.labels\[0\]: must be text, and is 1/,
    );
  });

  it('but not for one that can’t be rendered, which is reported separately', () => {
    const found = findings(() => ({ labels: [] }), { owns: [] });
    assert.deepEqual(found, []);
  });
});
