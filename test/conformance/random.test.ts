// The same random sequences of requests to the embedded cluster and to a real API server: their responses must be equal.
//
// OPERAND_CONFORMANCE_SEED is the first seed, OPERAND_CONFORMANCE_SEEDS the number of seeds. A test's title names its seed. Each
// seed has a kind with a schema of its own.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { systemClock } from '../../lib/clock/index.ts';
import { EmbeddedCluster } from '../../lib/testing/embedded/embedded-cluster.ts';
import { ControlPlane } from '../../lib/testing/index.ts';
import { widgetDefinition } from './cases/sample.ts';
import type { ConformanceServer } from './conformance-server.ts';
import { EmbeddedServer } from './embedded-server.ts';
import { builtInKinds, widgetKind } from './random/built-in-kind.ts';
import { type GeneratedKind, generatedKind } from './random/generated-kind.ts';
import type { RandomKind } from './random/kind.ts';
import type { Operation } from './random/operation.ts';
import { operationArbitrary } from './random/operation-arbitrary.ts';
import { performSequence } from './random/sequence.ts';
import { RealServer } from './real-server.ts';
import { Session, type Step } from './session.ts';

const firstSeed = Number(process.env.OPERAND_CONFORMANCE_SEED ?? 1);
const seedCount = Number(process.env.OPERAND_CONFORMANCE_SEEDS ?? 6);
/** The number of sequences of a seed, and the most operations of one. */
const [sequenceCount, operationCount] = [8, 12];
/** The bound of the search for a shorter sequence. */
const shrinkMs = 60_000;

describe('the embedded cluster', () => {
  let controlPlane: ControlPlane;
  let cluster: EmbeddedCluster;
  let real: RealServer;
  let embedded: EmbeddedServer;
  let namespaceCount = 0;

  before(async () => {
    controlPlane = await ControlPlane.start({ components: [], audit: 'none' });
    cluster = await EmbeddedCluster.start({ workloads: 'none' });
    real = await RealServer.connect(controlPlane.server, controlPlane.kubeconfig);
    embedded = new EmbeddedServer(cluster);
    for (const server of [real, embedded]) {
      await define(server, { definition: widgetDefinition, resource: widgetKind.resource });
    }
  });

  after(async () => {
    real.close();
    await cluster.stop();
    await controlPlane.stop();
  });

  async function steps(
    server: ConformanceServer,
    {
      kinds,
      operations,
      namespace,
    }: { kinds: readonly RandomKind[]; operations: readonly Operation[]; namespace: string },
  ): Promise<readonly Step[]> {
    const session = new Session(server, namespace);
    await session.unrecorded('POST', '/api/v1/namespaces', { metadata: { name: namespace } });
    // A controller of the embedded cluster creates this object, which is on the last page of a list there.
    await session.unrecorded('POST', session.path('configmaps'), { metadata: { name: 'kube-root-ca.crt' } });
    await performSequence(session, kinds, operations);
    return session.steps;
  }

  for (let seed = firstSeed; seed < firstSeed + seedCount; seed += 1) {
    it(`the embedded cluster answers random requests as the real API server: seed ${seed}`, async () => {
      const generated = generatedKind(seed);
      for (const server of [real, embedded]) await define(server, generated);
      const kinds = [...builtInKinds, widgetKind, generated];
      const sequences = fc
        .subarray([...kinds, generated], { minLength: 1, maxLength: 2 })
        .chain((chosen) =>
          fc.array(operationArbitrary(chosen), { minLength: 1, maxLength: operationCount, size: 'max' }),
        );
      let searchEnd = Number.POSITIVE_INFINITY;
      await fc.assert(
        fc.asyncProperty(sequences, async (operations) => {
          // After the end of the search, no shorter sequence fails.
          if (systemClock.monotonic() > searchEnd) return;
          namespaceCount += 1;
          const run = { kinds, operations, namespace: `random-${namespaceCount}` };
          const [expected, actual] = [await steps(real, run), await steps(embedded, run)];
          try {
            for (const [index, step] of expected.entries())
              assert.deepEqual(withFewFaults(actual[index]), withFewFaults(step));
          } catch (error) {
            searchEnd = Math.min(searchEnd, systemClock.monotonic() + shrinkMs);
            throw error;
          }
        }),
        { seed, numRuns: sequenceCount, plugins: [() => ({ onAllRunsComplete: reported })] },
      );
    });
  }
});

/** Installs the definition of a custom kind. */
async function define(
  server: ConformanceServer,
  { definition, resource }: Pick<GeneratedKind, 'definition' | 'resource'>,
): Promise<void> {
  const session = new Session(server, 'default');
  await session.unrecorded('POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', definition);
  await session.until('the definition is served', `/apis/${resource}`, (_, status) => status === 200);
}

/** Returns a step without the fields that an applied object has wrong: the real server finds them in the order of Go's maps. */
function withFewFaults(step: Step | undefined): Step {
  const text = JSON.stringify(step ?? {});
  return JSON.parse(text.replaceAll(/(failed to create typed patch object \([^)]*\)): (?:[^"\\]|\\.)*/g, '$1')) as Step;
}

/** Throws the difference of a failed run, with its shortest sequence. */
function reported({ failed, counterexample, errorInstance, seed }: fc.RunDetails<[Operation[]]>): void {
  if (!failed) return;
  const lines = (counterexample?.[0] ?? []).map((operation) => JSON.stringify(operation));
  const difference = errorInstance instanceof Error ? errorInstance.message : '';
  throw new Error(`seed ${seed}: the responses to these requests differ\n${lines.join('\n')}\n${difference}`);
}
