import type { AdmissionContext, AdmissionFinding, Mutation } from 'operand';
import type { Database } from './api.ts';
import { engines, ownSettings } from './engine.ts';

type Specified = Pick<AdmissionContext<typeof Database>, 'spec'>;

/** The specs of a Database before and after a request. */
interface Change extends Specified {
  readonly previous?: Specified | undefined;
}

/** The size of a new Database's volumes depends on its engine. */
export function withStorage({ spec, previous }: Change): Mutation<typeof Database> {
  return { spec: { ...spec, storage: spec.storage ?? previous?.spec.storage ?? engines[spec.engine].storage } };
}

/** Validates a Database beyond its schema. Values that it had before are accepted. */
export function findings(change: Change): AdmissionFinding[] {
  return [...settingFindings(change), ...versionFindings(change), ...memberFindings(change)];
}

function settingFindings({ spec, previous }: Change): AdmissionFinding[] {
  const reserved = Object.keys(ownSettings(engines[spec.engine]));
  return reserved
    .filter((name) => spec.config?.[name] !== undefined && previous?.spec.config?.[name] === undefined)
    .map((name) => ({
      field: `spec.config[${name}]`,
      message: 'is set by the operator: leave it out',
      reason: 'FieldValueForbidden',
    }));
}

function versionFindings({ spec, previous }: Change): AdmissionFinding[] {
  if (previous === undefined) return [];
  const [major, before] = [majorOf(spec.version), majorOf(previous.spec.version)];
  if (major < before) {
    const message = `no server reads the data of a later one: stay at ${before}, or restore a backup into a new Database`;
    return [{ field: 'spec.version', message }];
  }
  return major > before && spec.engine === 'postgresql'
    ? [{ warning: `PostgreSQL ${major} starts on the data of ${before} only after pg_upgrade` }]
    : [];
}

function memberFindings({ spec }: Specified): AdmissionFinding[] {
  return spec.engine === 'mongodb' && spec.replicas % 2 === 0
    ? [{ warning: `${spec.replicas} members can't elect a primary when half of them are lost: make their number odd` }]
    : [];
}

function majorOf(version: string): number {
  return Number.parseInt(version, 10);
}
