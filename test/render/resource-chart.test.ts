import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ApiObject, App, Chart, Lazy } from 'cdk8s';
import { Construct } from 'constructs';
import { synthesizedObjects } from '../../lib/render/resource-chart.ts';

function chart(): Chart {
  return new Chart(new Construct(new App(), 'databases.example.com'), 'db', { namespace: 'shop' });
}

function config(scope: Construct, id: string, data: object = {}): ApiObject {
  return new ApiObject(scope, id, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: id }, data });
}

function names(subject: Chart): (string | undefined)[] {
  return synthesizedObjects(subject).map(({ object }) => object.metadata.name);
}

describe('the synthesis of a chart', () => {
  it('the synthesis of a chart equals the output of cdk8s, in the order of construction', () => {
    const subject = chart();
    config(new Construct(subject, 'z'), 'b', { later: Lazy.any({ produce: () => 'x' }), none: undefined });
    config(subject, 'a', { empty: {}, list: [] });
    assert.deepEqual(names(subject), ['b', 'a']);
    assert.deepEqual(
      synthesizedObjects(subject).map(({ object }) => object),
      subject.toJson(),
    );
  });

  it('the synthesis of a chart begins with the dependencies', () => {
    const subject = chart();
    const group = new Construct(subject, 'group');
    config(group, 'a');
    group.node.addDependency(config(subject, 'b'));
    assert.deepEqual(names(subject), ['b', 'a']);
  });

  for (const [where, scopeOf] of [
    ['within', (subject: Chart) => new Construct(subject, 'group')],
    ['beside it', (subject: Chart) => subject.node.root],
  ] as const) {
    it(`the synthesis of a chart fails for another chart (${where}), whose objects cdk8s omits`, () => {
      const subject = chart();
      config(new Chart(scopeOf(subject), 'other'), 'a');
      config(subject, 'b');
      assert.throws(() => synthesizedObjects(subject), /^Error: \[.*other\] is a Chart, .*: derive it from Construct/);
    });
  }

  it('the synthesis of a chart fails for a finding of a construct’s own validation', () => {
    const subject = chart();
    config(subject, 'a').node.addValidation({ validate: () => ['data is missing'] });
    assert.throws(() => synthesizedObjects(subject), /\[databases\.example\.com\/db\/a\] data is missing/);
  });
});
