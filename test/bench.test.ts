import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, describe, it } from 'node:test';
import { definitionText } from '../bench/definition.ts';
import { preparedPeer } from '../bench/harness/peer.ts';
import { refusalCount, requestCounts, subtracted, writeCount } from '../bench/harness/request-counts.ts';
import type { PhaseName, PhaseResult, RoundResult } from '../bench/harness/result.ts';
import { runRound } from '../bench/harness/round.ts';
import { reportText } from '../bench/report/report.ts';

const count = 20;

describe('the benchmark', () => {
  let round: RoundResult;

  before(async () => {
    const { signal } = new AbortController();
    round = await runRound(await preparedPeer('operand', () => undefined, signal), {
      round: 1,
      count,
      phases: ['touch', 'drift', 'restart'],
      idleSeconds: 1,
      signal,
      onPhase: () => undefined,
    });
  });

  const phase = (name: PhaseName): PhaseResult => {
    const found = round.phases.find((each) => each.phase === name);
    assert.ok(found, `the round has no phase ${name}`);
    return found;
  };

  it('sees one write for each child and one for the status of a new resource, none refused', () => {
    const { requests } = phase('cold');
    const writes = Object.entries(requests).filter(([name]) => !/^(?:GET|LIST) /.test(name));
    assert.deepEqual(Object.fromEntries(writes), {
      'APPLY deployments 201': count,
      'APPLY memcacheds/status 200': count,
      'APPLY services 201': count,
    });
    assert.equal(refusalCount(requests), 0);
  });

  it('sees no write after a label that means nothing', () => assert.equal(writeCount(phase('touch').requests), 0));

  it('sees each deleted child made once', () =>
    assert.deepEqual(phase('drift').requests, { 'APPLY services 201': count }));

  it('sees no write after a restart', () => {
    const { requests } = phase('restart');
    assert.equal(writeCount(requests), 0);
    assert.equal(refusalCount(requests), 0);
  });

  it('measures what processes have used', () => {
    const { cpu, peakMib, seconds } = phase('cold');
    assert.ok(cpu.operator > 0 && cpu.apiServer > 0 && cpu.etcd > 0 && peakMib > 40, JSON.stringify({ cpu, peakMib }));
    assert.ok((seconds?.firstChild ?? 0) > 0 && (seconds?.converged ?? 0) >= (seconds?.firstChild ?? 0));
  });

  it('becomes a table and a chart', () => {
    const machine = { processor: 'a', coreCount: 2, memoryGib: 4, system: 'b', node: 'c', kubernetes: 'd' };
    const peer = { ...round, peer: 'controller-runtime', title: 'The peer' } as const;
    const files = reportText([{ machine, rounds: [round, peer] }]);
    assert.deepEqual([...files.keys()], ['benchmarks-20.svg', 'benchmarks.md']);
    const text = files.get('benchmarks.md') ?? '';
    assert.match(text, /\| Operand, from source \| writes per resource \| 3 \| 3\.00 \| reached \|/);
    assert.match(text, /\| Operand, from source \| cold \| 0\.75× \| 1\.00× \| \*\*missed\*\* \|/);
    assert.match(files.get('benchmarks-20.svg') ?? '', /<rect class="ours"/);
  });
});

describe('the requests of others', () => {
  const metrics = (posts: number, watches: number) => `
# TYPE apiserver_request_total counter
apiserver_request_total{code="201",component="apiserver",dry_run="",group="apps",resource="deployments",scope="resource",subresource="",verb="POST",version="v1"} ${posts}
apiserver_request_total{code="409",component="apiserver",dry_run="",group="",resource="services",scope="resource",subresource="",verb="POST",version="v1"} 2
apiserver_request_total{code="200",component="apiserver",dry_run="",group="cache.example.com",resource="memcacheds",scope="resource",subresource="status",verb="PATCH",version="v1alpha1"} 3
apiserver_request_total{code="200",component="apiserver",dry_run="",group="apps",resource="deployments",scope="cluster",subresource="",verb="WATCH",version="v1"} ${watches}
apiserver_request_total{code="200",component="apiserver",dry_run="",group="coordination.k8s.io",resource="leases",scope="resource",subresource="",verb="PUT",version="v1"} 7
`;

  it('are read from the metrics of the API server, watches and foreign kinds left out', () => {
    assert.deepEqual(requestCounts(metrics(5, 1)), {
      'POST deployments 201': 5,
      'POST services 409': 2,
      'PATCH memcacheds/status 200': 3,
    });
  });

  it('are what has come in addition', () => {
    const grown = subtracted(requestCounts(metrics(9, 2)), requestCounts(metrics(5, 1)));
    assert.deepEqual(grown, { 'POST deployments 201': 4 });
    assert.equal(writeCount(requestCounts(metrics(5, 0))), 10);
    assert.equal(refusalCount(requestCounts(metrics(5, 0))), 2);
  });
});

describe('bench/operator/crd.yaml', () => {
  it('is what the definition says', async () => {
    const written = await readFile(new URL('../bench/operator/crd.yaml', import.meta.url), 'utf8');
    assert.equal(written, await definitionText(), 'run `npm run bench -- definition`');
  });
});
