import type { ApiObject } from 'cdk8s';
import { formatGroupVersionKind, type ResourceDefinition } from '../api/index.ts';
import type { Operator } from './operator.ts';

/** The parts of its operator that a sample is validated against. */
export interface SampleSurroundings {
  readonly operator: Pick<Operator, 'definitions'>;
  /** All samples of the operator. */
  readonly samples: readonly ApiObject[];
}

/** Yields the findings for a sample beyond those for any object of its kind, one sentence each with its remedy. */
export function* sampleFindings(
  sample: ApiObject,
  definition: ResourceDefinition,
  { operator, samples }: SampleSurroundings,
): Iterable<string> {
  const kind = formatGroupVersionKind(definition);
  const owned = operator.definitions.map((own) => own.definition);
  const stored = owned.find(({ versions }) => versions.some(({ of }) => of.definition === definition));
  const sameNamed = samples.find((other) => isSampleOfSameName(other, sample));
  if (!owned.includes(definition))
    yield stored === undefined
      ? `no controller of this operator is for ${kind}: leave the sample out, or construct a controller`
      : `${kind} is an older version: write the sample in ${stored.version}, the stored version`;
  if (sameNamed !== undefined && samples.indexOf(sameNamed) < samples.indexOf(sample))
    yield `${sameNamed.node.path} is called ${sample.name}, too: give one of the two another name`;
}

function isSampleOfSameName(one: ApiObject, other: ApiObject): boolean {
  return (
    one.kind === other.kind &&
    one.apiGroup === other.apiGroup &&
    one.name === other.name &&
    one.metadata.namespace === other.metadata.namespace
  );
}
