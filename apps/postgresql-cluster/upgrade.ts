// In: the version in the spec, the record of the data beside Patroni's configuration, and the servers and the Job as they are.
// Out: the servers of now, and the next record. Called for children, reconcile and status. Pure.

import { z } from 'zod';
import { type Member, primaryOf } from './member.ts';

/** The annotation with the {@link DataRecord}, beside the identity of the data. */
export const dataAnnotation = 'postgres.example.com/data';

const version = z.string().regex(/^[1-9][0-9]+(\.[0-9]+)?$/);

const recordType = z.object({
  /** The version of the servers that ran last on the data. */
  version,
  /** The upgrade that isn't over. */
  attempt: z
    .object({
      to: version,
      /**
       * In this order: the only server stops; its volume belongs to the Job; it starts on the upgraded data; the others copy
       * them. After a failure or another change of the version: the Job ends; the only server starts on the old data.
       */
      step: z.enum(['stopping', 'stopped', 'upgraded', 'copying', 'returning', 'restarting']),
    })
    .optional(),
  /** The last upgrade that failed; it isn't repeated. */
  failure: z.object({ to: version, message: z.string() }).optional(),
  /** The identifier of the data after the last upgrade, and those before each one. */
  identifier: z.string().optional(),
  former: z.array(z.string()).optional(),
});

/** The facts of the data that outlive servers. */
export type DataRecord = z.output<typeof recordType>;

/** Returns the record in the annotations; undefined if there is none, or none that is valid. */
export function dataRecord(annotations: Readonly<Record<string, string>> = {}): DataRecord | undefined {
  try {
    return recordType.safeParse(JSON.parse(annotations[dataAnnotation] ?? '')).data;
  } catch (error) {
    // The operator writes it again, from the primary.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The versions in the spec and of the data. */
export interface Versions {
  readonly wanted: string;
  readonly isHibernated: boolean;
  /** True if the spec fences a server. */
  readonly isFenced: boolean;
  readonly instances: number;
  readonly data: DataRecord | undefined;
  readonly members: readonly Member[];
}

/** Returns the major version. */
export function major(text: string): number {
  return Number(text.split('.')[0]);
}

/** Returns true if the data are to be upgraded, or are being upgraded. While a server is fenced, the others don't stop. */
export function isUpgrading({ wanted, isHibernated, isFenced, data }: Versions): boolean {
  if (data?.attempt !== undefined) return true;
  const isLater = data !== undefined && major(wanted) > major(data.version) && data.failure?.to !== wanted;
  return isLater && !isHibernated && !isFenced;
}

/** The servers of now: their version, and how many there are. */
export interface Servers {
  readonly version: string;
  readonly instances: number;
}

/** Returns the servers of now. Before and after the time without servers, there is only the first one, which has all commits. */
export function serversOf(versions: Versions): Servers {
  const { wanted, isHibernated, data, members } = versions;
  const version = data === undefined || major(wanted) === major(data.version) ? wanted : data.version;
  const all = isHibernated ? 0 : versions.instances;
  switch (data?.attempt?.step) {
    case 'stopping':
    case 'stopped':
    case 'returning':
      return { version, instances: 0 };
    case 'restarting':
    case 'upgraded':
      return { version, instances: Math.min(all, 1) };
    case 'copying':
      return { version, instances: all };
    case undefined:
      // Without a primary, another server may have more commits than the first one.
      return { version, instances: isUpgrading(versions) && primaryOf(members) !== undefined ? 1 : all };
  }
}

/** The end of the Job, or whether it has pods that run. */
export type UpgradeJob = 'none' | 'running' | { readonly identifier: string } | { readonly error: string };

/** The facts of now. */
export interface Progress extends Versions {
  /** True if the StatefulSet has no pods, and creates none. */
  readonly isStopped: boolean;
  readonly job: UpgradeJob;
  /** The identifier of the data that servers accept. */
  readonly identifier: string;
}

/** Returns the record after the next step; undefined while there is none to take. */
export function nextRecord(progress: Progress): DataRecord | undefined {
  const { data, wanted, members } = progress;
  const running = primaryOf(members)?.version;
  if (data === undefined) return running === undefined ? undefined : { version: running };
  const { attempt, ...settled } = data;
  if (attempt === undefined) {
    const isOther = running !== undefined && running !== data.version && major(running) === major(data.version);
    if (isOther) return { ...data, version: running };
    const { failure, ...rest } = data;
    // The version in the spec was set back.
    if (failure !== undefined && major(wanted) <= major(data.version)) return rest;
    return isUpgrading(progress) && isAlone(members)
      ? { ...rest, attempt: { to: wanted, step: 'stopping' } }
      : undefined;
  }
  switch (attempt.step) {
    case 'copying':
      return isWhole(progress) ? settled : undefined;
    case 'restarting':
      return isAlone(members) ? settled : undefined;
    case 'upgraded':
      return isAlone(members) ? { ...settled, attempt: { ...attempt, step: 'copying' } } : undefined;
    default: {
      const after = nextStep(attempt, progress);
      return after && { ...settled, ...after };
    }
  }
}

/** Returns the changes of the record while there are no servers. */
function nextStep(
  { to, step }: NonNullable<DataRecord['attempt']>,
  { wanted, isStopped, job, data, identifier }: Progress,
): Partial<DataRecord> | undefined {
  if (step === 'returning') return job === 'running' ? undefined : { attempt: { to, step: 'restarting' } };
  if (wanted !== to) return { attempt: { to, step: 'returning' } };
  if (step === 'stopping') return isStopped ? { attempt: { to, step: 'stopped' } } : undefined;
  if (typeof job === 'string') return undefined;
  if ('error' in job) return { attempt: { to, step: 'returning' }, failure: { to, message: job.error } };
  return {
    version: to,
    attempt: { to, step: 'upgraded' },
    identifier: job.identifier,
    former: [...(data?.former ?? []), identifier],
  };
}

/** Returns true if the first server is the only one, and the primary: its data have all commits. */
function isAlone(members: readonly Member[]): boolean {
  return members.length === 1 && primaryOf(members)?.ordinal === 0;
}

function isWhole({ members, instances }: Progress): boolean {
  return (
    members.length === instances && members.every(({ isHealthy }) => isHealthy) && primaryOf(members) !== undefined
  );
}
