import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { prometheusMetrics } from '../../../lib/telemetry/prometheus/index.ts';

/** Returns the samples of one series name: labels as they are written → value. */
function samples(text: string, name: string): Record<string, number> {
  const lines = text.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
  return Object.fromEntries(
    lines.map((line) => {
      const end = line.lastIndexOf(' ');
      return [line.slice(name.length, end), Number(line.slice(end + 1))];
    }),
  );
}

describe('prometheusMetrics', () => {
  it('a controller has a series before its first reconcile, so that a rate includes its first failure', async () => {
    const metrics = await prometheusMetrics();
    metrics.controller('memcached', 4);
    const text = await metrics.text();
    assert.deepEqual(samples(text, 'controller_runtime_reconcile_total'), {
      '{controller="memcached",result="success"}': 0,
      '{controller="memcached",result="requeue"}': 0,
      '{controller="memcached",result="requeue_after"}': 0,
      '{controller="memcached",result="error"}': 0,
    });
    assert.deepEqual(samples(text, 'controller_runtime_max_concurrent_reconciles'), { '{controller="memcached"}': 4 });
    assert.deepEqual(samples(text, 'controller_runtime_active_workers'), { '{controller="memcached"}': 0 });
  });

  it('the metrics count reconciles by result, and a terminal error as an error too', async () => {
    const metrics = await prometheusMetrics();
    const controller = metrics.controller('memcached', 4);
    for (const result of ['success', 'success', 'requeue', 'requeue_after', 'error', 'terminal_error'] as const) {
      controller.reconcileStarted();
      controller.reconcileEnded(result, 30);
    }
    controller.reconcileStarted();
    const text = await metrics.text();
    assert.deepEqual(samples(text, 'controller_runtime_reconcile_total'), {
      '{controller="memcached",result="success"}': 2,
      '{controller="memcached",result="requeue"}': 1,
      '{controller="memcached",result="requeue_after"}': 1,
      '{controller="memcached",result="error"}': 2,
    });
    assert.deepEqual(samples(text, 'controller_runtime_reconcile_errors_total'), { '{controller="memcached"}': 2 });
    assert.deepEqual(samples(text, 'controller_runtime_terminal_reconcile_errors_total'), {
      '{controller="memcached"}': 1,
    });
    assert.deepEqual(samples(text, 'controller_runtime_active_workers'), { '{controller="memcached"}': 1 });
  });

  it('the metrics count a reconcile that took too long as an error, too', async () => {
    const metrics = await prometheusMetrics();
    const controller = metrics.controller('memcached', 4);
    const timeouts = async () => samples(await metrics.text(), 'controller_runtime_reconcile_timeouts_total');
    assert.deepEqual(await timeouts(), { '{controller="memcached"}': 0 });
    controller.reconcileStarted();
    controller.reconcileEnded('timeout', 30);
    const text = await metrics.text();
    assert.deepEqual(await timeouts(), { '{controller="memcached"}': 1 });
    assert.deepEqual(samples(text, 'controller_runtime_reconcile_errors_total'), { '{controller="memcached"}': 1 });
    const total = samples(text, 'controller_runtime_reconcile_total');
    assert.equal(total['{controller="memcached",result="error"}'], 1);
    assert.equal(Object.keys(total).length, 4);
  });

  it('the metrics measure reconciles in seconds, in buckets from 5 ms to a minute', async () => {
    const metrics = await prometheusMetrics();
    metrics.controller('memcached', 1).reconcileEnded('success', 30);
    const text = await metrics.text();
    const buckets = samples(text, 'controller_runtime_reconcile_time_seconds_bucket');
    assert.equal(Object.keys(buckets).length, 41);
    assert.equal(buckets['{le="0.025",controller="memcached"}'], 0);
    assert.equal(buckets['{le="0.05",controller="memcached"}'], 1);
    assert.equal(buckets['{le="60",controller="memcached"}'], 1);
    assert.deepEqual(samples(text, 'controller_runtime_reconcile_time_seconds_sum'), {
      '{controller="memcached"}': 0.03,
    });
  });

  it('the metrics show the numbers of slowed-down resources and waiting deletions', async () => {
    const metrics = await prometheusMetrics();
    const pass = metrics.reconciles('memcached');
    assert.deepEqual(samples(await metrics.text(), 'operand_hot_loops'), { '{controller="memcached"}': 0 });
    pass.hotLoops(2);
    pass.deletionsWaiting(3);
    const text = await metrics.text();
    assert.deepEqual(samples(text, 'operand_hot_loops'), { '{controller="memcached"}': 2 });
    assert.deepEqual(samples(text, 'operand_deletions_waiting'), { '{controller="memcached"}': 3 });
  });

  it('the metrics count from zero how often a source was no longer watched', async () => {
    const metrics = await prometheusMetrics();
    const source = metrics.source('memcached', 'broker');
    const ends = async () => samples(await metrics.text(), 'operand_source_ends_total');
    assert.deepEqual(await ends(), { '{controller="memcached",source="broker"}': 0 });
    source.watchEnded();
    assert.deepEqual(await ends(), { '{controller="memcached",source="broker"}': 1 });
  });

  it('the metrics read the length of a queue at the time of the scrape', async () => {
    const metrics = await prometheusMetrics();
    const state = { depth: 3, runningMs: [500, 2000] };
    metrics.queue('memcached').observeQueue(() => state);
    const labels = '{name="memcached",controller="memcached"}';
    const before = await metrics.text();
    assert.deepEqual(samples(before, 'workqueue_depth'), { [labels]: 3 });
    assert.deepEqual(samples(before, 'workqueue_unfinished_work_seconds'), { [labels]: 2.5 });
    assert.deepEqual(samples(before, 'workqueue_longest_running_processor_seconds'), { [labels]: 2 });
    Object.assign(state, { depth: 0, runningMs: [] });
    const after = await metrics.text();
    assert.deepEqual(samples(after, 'workqueue_depth'), { [labels]: 0 });
    assert.deepEqual(samples(after, 'workqueue_unfinished_work_seconds'), { [labels]: 0 });
    assert.deepEqual(samples(after, 'workqueue_longest_running_processor_seconds'), { [labels]: 0 });
  });

  it('the metrics show the memory of the caches at each scrape', async () => {
    const metrics = await prometheusMetrics();
    const memory = { bytes: 900, limitBytes: 1000, fullNamespaceCount: 2 };
    const shown = async () => {
      const text = await metrics.text();
      return ['bytes', 'limit_bytes', 'full_namespaces'].map((name) => samples(text, `operand_cache_${name}`)['']);
    };
    assert.deepEqual(await shown(), [undefined, undefined, undefined]);
    metrics.observeCaches(() => memory);
    assert.deepEqual(await shown(), [900, 1000, 2]);
    Object.assign(memory, { bytes: 100, fullNamespaceCount: 0 });
    assert.deepEqual(await shown(), [100, 1000, 0]);
  });

  it('the metrics show a queue before its first key', async () => {
    const metrics = await prometheusMetrics();
    metrics.queue('memcached');
    const text = await metrics.text();
    const labels = '{name="memcached",controller="memcached"}';
    for (const name of ['adds_total', 'retries_total']) {
      assert.deepEqual(samples(text, `workqueue_${name}`), { [labels]: 0 }, name);
    }
  });

  it('the metrics count the events of a queue', async () => {
    const metrics = await prometheusMetrics();
    const queue = metrics.queue('memcached');
    queue.keyAdded();
    queue.keyAdded();
    queue.keyDelayed();
    queue.keyTaken(250);
    queue.keyFinished(1500);
    const text = await metrics.text();
    const labels = '{name="memcached",controller="memcached"}';
    assert.deepEqual(samples(text, 'workqueue_adds_total'), { [labels]: 2 });
    assert.deepEqual(samples(text, 'workqueue_retries_total'), { [labels]: 1 });
    assert.deepEqual(samples(text, 'workqueue_queue_duration_seconds_sum'), { [labels]: 0.25 });
    assert.deepEqual(samples(text, 'workqueue_work_duration_seconds_sum'), { [labels]: 1.5 });
  });

  it('the metrics count HTTP requests by status, method and host, one without a response as <error>', async () => {
    const metrics = await prometheusMetrics();
    const client = metrics.client();
    client.requestEnded({ code: '200', method: 'GET', host: '10.0.0.1:443' });
    client.requestEnded({ code: '200', method: 'GET', host: '10.0.0.1:443' });
    client.requestEnded({ code: '<error>', method: 'PATCH', host: '10.0.0.1:443' });
    assert.deepEqual(samples(await metrics.text(), 'rest_client_requests_total'), {
      '{code="200",method="GET",host="10.0.0.1:443"}': 2,
      '{code="<error>",method="PATCH",host="10.0.0.1:443"}': 1,
    });
  });

  it('the metrics show whether this process leads', async () => {
    const metrics = await prometheusMetrics();
    const election = metrics.leaderElection('memcached-operator');
    election.leadershipEnded();
    assert.deepEqual(samples(await metrics.text(), 'leader_election_master_status'), {
      '{name="memcached-operator"}': 0,
    });
    election.leadershipBegan();
    assert.deepEqual(samples(await metrics.text(), 'leader_election_master_status'), {
      '{name="memcached-operator"}': 1,
    });
  });

  it('the metrics show a webhook before its first request, and count requests by status', async () => {
    const metrics = await prometheusMetrics();
    const webhook = metrics.webhook('/validate/a');
    const total = async () => samples(await metrics.text(), 'controller_runtime_webhook_requests_total');
    const inFlight = async () => samples(await metrics.text(), 'controller_runtime_webhook_requests_in_flight');
    assert.deepEqual(await total(), {
      '{webhook="/validate/a",code="200"}': 0,
      '{webhook="/validate/a",code="500"}': 0,
    });
    assert.deepEqual(await inFlight(), { '{webhook="/validate/a"}': 0 });
    webhook.requestStarted();
    webhook.requestStarted();
    assert.deepEqual(await inFlight(), { '{webhook="/validate/a"}': 2 });
    webhook.requestEnded(413, 30);
    webhook.requestEnded(200, 1500);
    assert.deepEqual(await inFlight(), { '{webhook="/validate/a"}': 0 });
    assert.deepEqual(await total(), {
      '{webhook="/validate/a",code="200"}': 1,
      '{webhook="/validate/a",code="500"}': 0,
      '{webhook="/validate/a",code="413"}': 1,
    });
    assert.deepEqual(samples(await metrics.text(), 'controller_runtime_webhook_latency_seconds_sum'), {
      '{webhook="/validate/a"}': 1.53,
    });
  });

  it('a declared counter has each of its series from the start, so that a rate includes its first increase', async () => {
    const metrics = await prometheusMetrics();
    const labels = { engine: ['a', 'b'], result: ['done', 'failed'] };
    metrics.declaredMetric({ type: 'counter', fullName: 'runs_total', help: 'Runs.', labels });
    assert.deepEqual(samples(await metrics.text(), 'runs_total'), {
      '{engine="a",result="done"}': 0,
      '{engine="a",result="failed"}': 0,
      '{engine="b",result="done"}': 0,
      '{engine="b",result="failed"}': 0,
    });
  });

  it('the metrics measure webhooks and queues in buckets from 10 ns to 1000 s', async () => {
    const metrics = await prometheusMetrics();
    metrics.webhook('/validate/a').requestEnded(200, 30);
    metrics.queue('memcached').keyTaken(30);
    metrics.queue('memcached').keyFinished(30);
    const text = await metrics.text();
    const series = ['controller_runtime_webhook_latency', 'workqueue_queue_duration', 'workqueue_work_duration'];
    for (const name of series) {
      const counts = Object.values(samples(text, `${name}_seconds_bucket`));
      // 13 with +Inf; 30 ms are more than 10 ms, the seventh.
      assert.deepEqual(counts, [0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1], name);
    }
  });

  it('the metrics count reads of certificates, and failed ones, from the start', async () => {
    const metrics = await prometheusMetrics();
    const counts = async () =>
      ['total', 'errors_total'].map(
        async (name) => samples(await metrics.text(), `certwatcher_read_certificate_${name}`)[''],
      );
    assert.deepEqual(await Promise.all(await counts()), [0, 0]);
    const files = metrics.certificateFiles();
    files.filesRead();
    files.filesRead();
    files.readFailed();
    assert.deepEqual(await Promise.all(await counts()), [2, 1]);
  });

  it('the metrics count converted objects by kind and result', async () => {
    const metrics = await prometheusMetrics();
    const conversion = metrics.conversion();
    conversion.objectConverted({ kind: 'Well.test.example.com', result: 'success' });
    conversion.objectConverted({ kind: 'Well.test.example.com', result: 'success' });
    conversion.objectConverted({ kind: 'unknown', result: 'error' });
    assert.deepEqual(samples(await metrics.text(), 'controller_runtime_conversion_webhook_objects_total'), {
      '{kind="Well.test.example.com",result="success"}': 2,
      '{kind="unknown",result="error"}': 1,
    });
  });

  it('each registry of metrics has its own series, and shows the process', async () => {
    const one = await prometheusMetrics();
    const other = await prometheusMetrics();
    one.controller('memcached', 1);
    assert.deepEqual(samples(await other.text(), 'controller_runtime_max_concurrent_reconciles'), {});
    assert.equal(Object.keys(samples(await other.text(), 'process_cpu_seconds_total')).length, 1);
    assert.match(other.contentType, /^text\/plain; version=0\.0\.4/);
  });

  it('the metrics have the event loop’s delays since the last scrape, without those of their own timer', async () => {
    const metrics = await prometheusMetrics();
    // The first iteration counts from the time at which the collector was made.
    await setImmediate();
    await metrics.text();
    await setImmediate();
    const until = performance.now() + 100;
    while (performance.now() < until);
    await setImmediate();
    const text = await metrics.text();
    const [longest = 0] = Object.values(samples(text, 'nodejs_eventloop_lag_max_seconds'));
    assert.ok(longest >= 0.09, `${longest} s`);
    const [shortest = 1] = Object.values(samples(text, 'nodejs_eventloop_lag_min_seconds'));
    assert.ok(shortest < longest, `${shortest} s`);
  });
});
