import { Duration } from 'cdk8s';
import { k8s } from 'cdk8s-plus-28';
import type { Construct } from 'constructs';
import {
  Action,
  Controller,
  CustomResource,
  type DueTimes,
  isAlreadyExists,
  Operator,
  type OperatorProps,
  type Resource,
  Schedule,
  TerminalError,
} from 'operand';
import { z } from 'zod';

/** A report that is made by a schedule, each time by a Job. */
export class Report extends CustomResource({
  group: 'example.com',
  version: 'v1',
  kind: 'Report',
  spec: z.object({
    image: z.string().describe('The image that makes the report.'),
    schedule: z.string().describe('A cron pattern.'),
    timeZone: z.string().default('UTC'),
    startingDeadlineSeconds: z.int32().min(1).optional().describe('A report that is later than that is left out.'),
  }),
  status: z.object({ lastScheduleTime: z.iso.datetime().optional() }),
}) {}

function dueTimes({ metadata, spec, status }: Resource<typeof Report>, now: Date): DueTimes {
  const since = new Date(status.lastScheduleTime ?? metadata.creationTimestamp);
  try {
    const schedule = new Schedule(spec.schedule, { timeZone: spec.timeZone });
    return schedule.due({ since, now, deadlineSeconds: spec.startingDeadlineSeconds });
  } catch (error) {
    throw error instanceof TypeError ? new TerminalError(error.message) : error;
  }
}

function job({ metadata, spec }: Resource<typeof Report>, start: Date) {
  const { name, namespace = 'default' } = metadata;
  return {
    metadata: { name: `${name}-${start.getTime() / 1000}`, namespace },
    spec: {
      ttlSecondsAfterFinished: 3600,
      template: { spec: { restartPolicy: 'Never', containers: [{ name: 'report', image: spec.image }] } },
    },
  };
}

export class ReportOperator extends Operator {
  constructor(scope: Construct, id: string, props: OperatorProps) {
    super(scope, id, props);
    new Controller(this, 'Controller', {
      for: Report,
      uses: [{ kind: k8s.KubeJob, verbs: ['create'] }],
      render: () => undefined,
      reconcile: async ({ resource, now, client }) => {
        const { start, next } = dueTimes(resource, now);
        try {
          if (start !== undefined) await client.create(k8s.KubeJob, job(resource, start));
        } catch (error) {
          if (!isAlreadyExists(error)) throw error;
        }
        return Action.requeueAfter(Duration.millis(next.getTime() - now.getTime()));
      },
      status: ({ resource, now }) => {
        const { start, missed } = dueTimes(resource, now);
        const last = (start ?? missed)?.toISOString() ?? resource.status.lastScheduleTime;
        return last === undefined ? {} : { lastScheduleTime: last };
      },
    });
  }
}
