import { k8s } from 'cdk8s-plus-28';
import type { Construct } from 'constructs';
import { Controller, CustomResource, type Observed, Operator, type OperatorProps, type Spec } from 'operand';
import { z } from 'zod';

const step = z.object({ name: z.string().max(20), image: z.string() });

/** Steps that run one after the other, each as a Job. */
export class Pipeline extends CustomResource({
  group: 'ci.example.com',
  version: 'v1',
  kind: 'Pipeline',
  spec: z.object({
    run: z.int32().min(1).default(1).describe('A higher number starts the steps again.'),
    steps: z.array(step).min(1).max(16),
    retries: z.int32().min(0).max(5).default(0).describe('Further attempts of a step that has failed.'),
    timeoutSeconds: z.int32().min(1).default(3600).describe('After which an attempt has failed.'),
    paused: z.boolean().default(false).describe('Suspends the Job that runs, and starts no other.'),
    history: z.int32().min(0).max(10).default(2).describe('Earlier runs whose Jobs are kept.'),
  }),
  status: z.object({ phase: z.enum(['Running', 'Paused', 'Succeeded', 'Failed']), step: z.string().optional() }),
}) {}

type LiveJob = Observed<typeof k8s.KubeJob>;

interface Progress {
  readonly phase: 'Running' | 'Succeeded' | 'Failed';
  readonly step?: string;
  readonly attempt?: number;
}

const labels = (pipeline: string) => ({ 'ci.example.com/pipeline': pipeline });
const jobName = (pipeline: string, run: number, stepName: string, attempt: number) =>
  `${pipeline}-${run}-${stepName}-${attempt}`;
const isTrue = (job: LiveJob, type: string) =>
  job.status?.conditions?.some((condition) => condition.type === type && condition.status === 'True') === true;

/** Returns where a run is: the first step that has not succeeded, and its newest attempt. */
export function progress(
  name: string,
  { run, steps, retries }: Spec<typeof Pipeline>,
  jobs: readonly LiveJob[],
): Progress {
  for (const { name: stepName } of steps) {
    for (let attempt = 1; ; attempt += 1) {
      const job = jobs.find(({ metadata }) => metadata.name === jobName(name, run, stepName, attempt));
      if (job !== undefined && isTrue(job, 'Complete')) break;
      const hasFailed = job !== undefined && isTrue(job, 'Failed');
      if (!hasFailed) return { phase: 'Running', step: stepName, attempt };
      if (attempt > retries) return { phase: 'Failed', step: stepName };
    }
  }
  return { phase: 'Succeeded' };
}

/** Runs pipelines. */
export class PipelineOperator extends Operator {
  constructor(scope: Construct, id: string, props: OperatorProps) {
    super(scope, id, props);
    new Controller(this, 'Controller', {
      for: Pipeline,
      // Owned, so that they are applied and pruned; referred to, so that the next render sees their states.
      owns: [k8s.KubeJob],
      references: [{ kind: k8s.KubeJob, select: ({ metadata }) => [{ labels: labels(metadata.name) }] }],

      render: (jobs, { metadata: { name }, spec, references }) => {
        const { run, steps, timeoutSeconds, paused, history } = spec;
        const live = references.list(k8s.KubeJob);
        const metadata = (job: string, number: number) => ({
          name: job,
          labels: { ...labels(name), 'ci.example.com/run': String(number) },
        });
        // A Job can't be changed: one that exists is rendered as it is, but for `suspend`.
        for (const job of live) {
          const number = Number(job.metadata.labels?.['ci.example.com/run']);
          if (number < run - history) continue;
          const { name: stepName = '', image = '' } = job.spec?.template.spec?.containers[0] ?? {};
          const isFinished = isTrue(job, 'Complete') || isTrue(job, 'Failed');
          new k8s.KubeJob(jobs, job.metadata.name, {
            metadata: metadata(job.metadata.name, number),
            spec: jobSpec(stepName, image, {
              timeoutSeconds: job.spec?.activeDeadlineSeconds ?? timeoutSeconds,
              suspend: !isFinished && (paused || number < run),
            }),
          });
        }
        const { phase, step: next, attempt } = progress(name, spec, live);
        if (phase !== 'Running' || paused || next === undefined || attempt === undefined) return;
        const id = jobName(name, run, next, attempt);
        if (live.some((job) => job.metadata.name === id)) return;
        const image = steps.find((each) => each.name === next)?.image ?? '';
        new k8s.KubeJob(jobs, id, {
          metadata: metadata(id, run),
          spec: jobSpec(next, image, { timeoutSeconds, suspend: false }),
        });
      },

      status: ({ metadata, spec, live }) => {
        const { phase, step: current } = progress(metadata.name, spec, live.list(k8s.KubeJob));
        const shown = phase === 'Running' && spec.paused ? 'Paused' : phase;
        return { phase: shown, ...(current !== undefined && { step: current }) };
      },
    });
  }
}

function jobSpec(
  name: string,
  image: string,
  { timeoutSeconds, suspend }: { readonly timeoutSeconds: number; readonly suspend: boolean },
): k8s.JobSpec {
  return {
    suspend,
    // One Job is one attempt: the pipeline counts them.
    backoffLimit: 0,
    activeDeadlineSeconds: timeoutSeconds,
    template: { spec: { restartPolicy: 'Never', containers: [{ name, image }] } },
  };
}
