import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { definitionText } from '../bench/definition.ts';
import { preparedPeer } from '../bench/harness/peer.ts';
import { refusalCount, requestCount, requestCounts, subtracted, writeCount } from '../bench/harness/request-counts.ts';
import type { PhaseName, PhaseResult, RoundResult } from '../bench/harness/result.ts';
import { runRound } from '../bench/harness/round.ts';
import { collection, names, namespace } from '../bench/harness/work.ts';
import { reportText } from '../bench/report/report.ts';
import { conditionsOf, findCondition } from '../lib/api/index.ts';
import { ControlPlane } from '../lib/testing/index.ts';
import { InstalledOperator } from './apps/installed-operator.ts';
import { machine } from './bench/machine.ts';
import { until } from './until.ts';

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

  it('the benchmark counts one write for each child and one for the status of a new resource', () => {
    const { requests } = phase('cold');
    const writes = Object.entries(requests).filter(([name]) => !/^(?:GET|LIST|WATCH) /.test(name));
    assert.deepEqual(Object.fromEntries(writes), {
      'APPLY deployments 201': count,
      'PATCH memcacheds/status 200': count,
      'APPLY services 201': count,
    });
    assert.equal(refusalCount(requests), 0);
  });

  it('the benchmark counts no write after a change of an irrelevant label', () =>
    assert.equal(writeCount(phase('touch').requests), 0));

  it('the benchmark counts one creation for each deleted child', () =>
    assert.deepEqual(phase('drift').requests, { 'APPLY services 201': count }));

  it('the benchmark counts no write after a restart', () => {
    const { requests } = phase('restart');
    assert.equal(writeCount(requests), 0);
    assert.equal(refusalCount(requests), 0);
  });

  it('the benchmark measures the CPU time and memory of the operator, the API server and etcd', () => {
    const { cpu, peakMib, seconds } = phase('cold');
    assert.ok(cpu.operator > 0 && cpu.apiServer > 0 && cpu.etcd > 0 && peakMib > 40, JSON.stringify({ cpu, peakMib }));
    assert.ok((seconds?.firstChild ?? 0) > 0 && (seconds?.converged ?? 0) >= (seconds?.firstChild ?? 0));
  });

  it('the results of a benchmark become a table and a chart', () => {
    const peer = { ...round, peer: 'controller-runtime', title: 'The peer' } as const;
    const files = reportText([{ machine, rounds: [round, peer] }]);
    assert.deepEqual([...files.keys()], ['benchmarks-20.svg', 'benchmarks.md']);
    const text = files.get('benchmarks.md') ?? '';
    assert.match(text, /\| Operand \| writes per resource \| 3 \| 3\.00 \| reached \|/);
    assert.match(text, /\| Operand \| cold \| 0\.95× \| 1\.00× \| \*\*missed\*\* \|/);
    assert.match(files.get('benchmarks-20.svg') ?? '', /<rect class="ours"/);
  });

  it('the benchmark reports that other processes kept the machine busy', () => {
    const beside = (others: number) => ({
      ...round,
      phases: round.phases.map((phase) => ({ ...phase, cpu: { ...phase.cpu, others } })),
    });
    const text = (others: number) => reportText([{ machine, rounds: [beside(others)] }]).get('benchmarks.md') ?? '';
    assert.match(text(1_000), /Measured on a busy machine/);
    assert.doesNotMatch(text(0), /busy machine:/);
  });
});

describe('the operator of the benchmark, while its pods become ready', () => {
  const size = 2;
  const resources = names(10);
  let writes: readonly string[];

  before(async () => {
    const program = fileURLToPath(new URL('../bench/operator/main.ts', import.meta.url));
    await using installed = await InstalledOperator.of(await ControlPlane.start(), { program, name: 'bench-operator' });
    const operator = await installed.run();
    await installed.kubectl('create', 'namespace', namespace);
    await installed.apply(
      ...resources.map((name) => ({
        apiVersion: 'cache.example.com/v1alpha1',
        kind: 'Memcached',
        metadata: { name, namespace },
        spec: { size },
      })),
    );
    await until('all are ready', async () => {
      const memcacheds = await installed.list('memcacheds', namespace);
      const states = memcacheds.map(({ status }) => findCondition(conditionsOf(status), 'Ready')?.status);
      return states.length === resources.length && states.every((state) => state === 'True');
    });
    await operator.stop();
    writes = await installed.writes();
  });

  const writesTo = (path: string) => writes.filter((write) => write.startsWith(`patch ${path}?`)).length;

  it('the operator of the benchmark writes each child once while its pods become ready', () => {
    for (const name of resources) {
      assert.equal(writesTo(`${collection.deployments}/${name}`), 1);
      assert.equal(writesTo(`${collection.services}/${name}`), 1);
    }
  });

  it('the operator of the benchmark writes one status, and at most one more for each ready pod', () => {
    for (const name of resources) {
      const count = writesTo(`${collection.memcacheds}/${name}/status`);
      assert.ok(count >= 2 && count <= 1 + size, `${name}: ${count} writes`);
    }
  });

  it('the operator of the benchmark writes only Deployments, Services and its custom resources', () => {
    const known = Object.values(collection).flatMap((path) => resources.map((name) => `patch ${path}/${name}`));
    assert.deepEqual(
      writes.filter((write) => !known.some((start) => write.startsWith(start))),
      [],
    );
  });
});

describe('the requests of other clients', () => {
  const metrics = (posts: number, watches: number) => `
# TYPE apiserver_request_total counter
apiserver_request_total{code="201",component="apiserver",dry_run="",group="apps",resource="deployments",scope="resource",subresource="",verb="POST",version="v1"} ${posts}
apiserver_request_total{code="409",component="apiserver",dry_run="",group="",resource="services",scope="resource",subresource="",verb="POST",version="v1"} 2
apiserver_request_total{code="200",component="apiserver",dry_run="",group="cache.example.com",resource="memcacheds",scope="resource",subresource="status",verb="PATCH",version="v1alpha1"} 3
apiserver_request_total{code="200",component="apiserver",dry_run="",group="apps",resource="deployments",scope="cluster",subresource="",verb="WATCH",version="v1"} ${watches}
apiserver_request_total{code="200",component="apiserver",dry_run="",group="coordination.k8s.io",resource="leases",scope="resource",subresource="",verb="PUT",version="v1"} 7
`;

  it('requests are counted from the metrics of the API server, with ended watches, without other kinds', () => {
    const counts = requestCounts(metrics(5, 1));
    assert.deepEqual(counts, {
      'POST deployments 201': 5,
      'POST services 409': 2,
      'PATCH memcacheds/status 200': 3,
      'WATCH deployments 200': 1,
    });
    assert.equal(requestCount(counts), 11);
  });

  it('the requests of a phase are the increase between two readings of the metrics', () => {
    const grown = subtracted(requestCounts(metrics(9, 1)), requestCounts(metrics(5, 1)));
    assert.deepEqual(grown, { 'POST deployments 201': 4 });
    assert.equal(writeCount(requestCounts(metrics(5, 0))), 10);
    assert.equal(refusalCount(requestCounts(metrics(5, 0))), 2);
  });
});

describe('bench/operator/crd.yaml', () => {
  it('bench/operator/crd.yaml equals the CRD of the benchmark’s definition', async () => {
    const written = await readFile(new URL('../bench/operator/crd.yaml', import.meta.url), 'utf8');
    assert.equal(written, await definitionText(), 'run `npm run bench -- definition`');
  });
});
