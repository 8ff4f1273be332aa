import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { App } from 'cdk8s';
import { callbackMetrics } from '../../lib/api/index.ts';
import { Counter, Gauge, Histogram, Operator } from '../../lib/index.ts';
import { prometheusMetrics } from '../../lib/telemetry/prometheus/index.ts';

const operator = () => new Operator(new App(), 'backup-operator', { version: '1.0.0', image: 'example.com/backup:1' });

describe('a metric that an operator declares', () => {
  it('a declared metric is served under the operator’s name, with the values that callbacks record', async () => {
    const scope = operator();
    const made = new Counter(scope, 'Made', {
      name: 'made_total',
      help: 'Backups made.',
      labels: { engine: ['mysql', 'mongodb'] },
    });
    const kept = new Gauge(scope, 'Kept', { name: 'kept', help: 'Backups kept.' });
    const duration = new Histogram(scope, 'Duration', { name: 'seconds', help: 'Duration.', buckets: [1, 60] });
    const served = await prometheusMetrics();
    const metrics = callbackMetrics(served);
    metrics.add(made, 1, { engine: 'mysql' });
    metrics.add(made, 2, { engine: 'mysql' });
    metrics.set(kept, 7);
    metrics.observe(duration, 30);
    const lines = (await served.text()).split('\n').filter((line) => /^(# HELP )?backup_operator/.test(line));
    assert.deepEqual(lines, [
      '# HELP backup_operator_made_total Backups made.',
      'backup_operator_made_total{engine="mysql"} 3',
      'backup_operator_made_total{engine="mongodb"} 0',
      '# HELP backup_operator_kept Backups kept.',
      'backup_operator_kept 7',
      '# HELP backup_operator_seconds Duration.',
      'backup_operator_seconds_bucket{le="1"} 0',
      'backup_operator_seconds_bucket{le="60"} 1',
      'backup_operator_seconds_bucket{le="+Inf"} 1',
      'backup_operator_seconds_sum 30',
      'backup_operator_seconds_count 1',
    ]);
    assert.deepEqual(
      scope.node.findAll().flatMap(({ node }) => node.validate()),
      [],
    );
  });

  it('a metric refuses an undeclared label value that a cast has hidden from the compiler', async () => {
    const made = new Counter(operator(), 'Made', { name: 'made_total', help: 'Made.', labels: { engine: ['mysql'] } });
    const metrics = callbackMetrics(await prometheusMetrics());
    const engine = JSON.parse('"tenant-7"');
    assert.throws(() => metrics.add(made, 1, { engine }), {
      name: 'TypeError',
      message: 'backup_operator_made_total does not declare engine="tenant-7": add the value to its `labels`',
    });
  });

  it('a metric is refused at synthesis for an invalid or repeated name, no help, or too many series', () => {
    const scope = operator();
    const many = Array.from({ length: 40 }, (_, index) => `v${index}`);
    new Counter(scope, 'A', { name: 'made', help: 'Made.' });
    new Gauge(scope, 'B', { name: 'kept_total', help: '' });
    new Gauge(scope, 'C', { name: 'a-b', help: 'Odd.', labels: { le: ['1'], none: [] } });
    new Gauge(scope, 'D', { name: 'many', help: 'Many.', labels: { a: many, b: many } });
    new Histogram(scope, 'E', { name: 'many', help: 'Twice.', buckets: [2, 1] });
    const findings = scope.node.findAll().flatMap(({ node }) => node.validate());
    assert.deepEqual(findings, [
      'the counter backup_operator_made does not end in _total: counters do, others do not',
      'the gauge backup_operator_kept_total ends in _total: counters do, others do not',
      'the metric backup_operator_kept_total has no help: describe in one sentence what it counts',
      'the metric backup_operator_a-b has a name that Prometheus refuses: use letters, digits and "_"',
      'backup_operator_a-b has the label le: use lower-case letters, digits and "_", and not le',
      'the label none of backup_operator_a-b has no values: list those that it can have',
      'the metric backup_operator_many is declared twice: use one construct for both',
      'the labels of backup_operator_many have 1600 combinations: use at most 1000',
      'the metric backup_operator_many is declared twice: use one construct for both',
      'the buckets of backup_operator_many are not ascending: sort them, each once',
    ]);
  });
});
