import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { App } from 'cdk8s';
import { Construct } from 'constructs';
import { z } from 'zod';
import { Controller, CustomResource, Operator, Sample, ValidatingWebhook } from '../../lib/index.ts';

class Cache extends CustomResource({
  group: 'example.com',
  version: 'v1',
  kind: 'Cache',
  spec: z.object({ size: z.int32().max(5).default(1) }),
}) {}

class Zone extends CustomResource({
  group: 'example.com',
  version: 'v1',
  kind: 'Zone',
  scope: 'Cluster',
  spec: z.object({}),
}) {}

function operator(): Operator {
  const subject = new Operator(new App(), 'cache-operator', { version: '1.2.3', image: 'example.com/cache:1' });
  new Controller(subject, 'Caches', { for: Cache, render: () => undefined });
  new Controller(subject, 'Zones', { for: Zone, render: () => undefined });
  return subject;
}

/** Returns all findings of an operator's app, each with its path. */
function findings({ node: { root } }: Operator): string[] {
  return root.node.findAll().flatMap(({ node }) => node.validate().map((finding) => `[${node.path}] ${finding}`));
}

describe('a sample', () => {
  it('samples are in a separate chart beside the operator’s', () => {
    assert.equal(operator().samples, undefined);
    const subject = operator();
    new Sample(subject, 'Small', { of: Cache, spec: { size: 2 } });
    new Sample(new Construct(subject, 'More'), 'Small', { of: Zone, spec: {}, metadata: { labels: { a: 'b' } } });
    assert.ok(!subject.toJson().some(({ kind }) => kind === 'Cache'));
    assert.deepEqual(subject.samples?.toJson(), [
      { apiVersion: 'example.com/v1', kind: 'Cache', metadata: { name: 'cache-small' }, spec: { size: 2 } },
      {
        apiVersion: 'example.com/v1',
        kind: 'Zone',
        metadata: { name: 'zone-small', labels: { a: 'b' } },
        spec: {},
      },
    ]);
  });

  it('a sample of a kind that the operator doesn’t define is refused', () => {
    class Other extends CustomResource({ group: 'example.com', version: 'v1', kind: 'Other', spec: z.object({}) }) {}
    const subject = operator();
    new Sample(subject, 'Foreign', { of: Other, spec: {} });
    assert.deepEqual(findings(subject), [
      "[cache-operator/Foreign] this operator doesn't define Other.example.com/v1: leave the sample out, or construct a controller for the kind",
    ]);
    new ValidatingWebhook(subject, 'Check', { for: Other, validate: () => [] });
    assert.deepEqual(findings(subject), []);
  });

  it('a sample of an older version is refused', () => {
    class Older extends CustomResource({ group: 'example.com', version: 'v1', kind: 'Tally', spec: z.object({}) }) {}
    class Tally extends CustomResource({
      group: 'example.com',
      version: 'v2',
      kind: 'Tally',
      spec: z.object({}),
      versions: [{ of: Older, up: (content) => content, down: (content) => content }],
    }) {}
    const subject = operator();
    new Controller(subject, 'Tallies', { for: Tally, render: () => undefined });
    new Sample(subject, 'Old', { of: Older, spec: {} });
    assert.deepEqual(findings(subject), [
      '[cache-operator/Old] Tally.example.com/v1 is an older version: write the sample in v2, the stored version',
    ]);
  });

  it('a sample is refused for a repeated or invalid name, or a namespace of a cluster-scoped kind', () => {
    const subject = operator();
    new Sample(subject, 'Some Cache', { of: Cache, spec: {} });
    new Sample(subject, 'One', { of: Cache, spec: {} });
    new Sample(subject, 'ONE', { of: Cache, spec: {} });
    new Sample(subject, 'There', { of: Cache, spec: {}, metadata: { name: 'cache-one', namespace: 'there' } });
    new Sample(subject, 'Placed', { of: Zone, spec: {}, metadata: { namespace: 'here' } });
    assert.deepEqual(findings(subject), [
      '[cache-operator/ONE] cache-operator-samples/One is called cache-one, too: give one of the two another name',
      `[cache-operator-samples/Some Cache] metadata.name: must be lower-case letters, digits, '-' and '.', at most 253, with a letter or digit at both ends, and is "cache-some cache"`,
      '[cache-operator-samples/Placed] metadata.namespace: is set, and Zone is cluster-scoped: leave it out',
    ]);
  });

  it('a sample that breaks its schema is refused', () => {
    const subject = operator();
    new Sample(subject, 'Large', { of: Cache, spec: { size: 6 } });
    assert.deepEqual(findings(subject), ['[cache-operator-samples/Large] spec.size: must be at most 5, and is 6']);
  });

  it('a second sample that is the initial resource is refused', () => {
    const subject = operator();
    new Sample(subject, 'First', { of: Cache, spec: {}, isInitial: true });
    new Sample(subject, 'Second', { of: Cache, spec: {} });
    assert.deepEqual(findings(subject), []);
    new Sample(subject, 'Third', { of: Zone, spec: {}, isInitial: true });
    assert.deepEqual(findings(subject), [
      '[cache-operator/Third] cache-operator/First is the initial resource, too: leave isInitial out of one of the two',
    ]);
  });
});
