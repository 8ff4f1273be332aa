// In: the samples of an operator. Out: examples of the served versions that no sample uses. Called for the bundle:
// consoles and validators look for an example of each version that an operator owns.

import { apiVersion, convertObject, groupVersionKind, type Kind, type KubernetesObject } from '../../../api/index.ts';
import type { Operator } from '../../../constructs/index.ts';

/** Returns one example for each such version: the first sample of the kind, converted, and named after the version. */
export function versionExamples(samples: readonly KubernetesObject[], { definitions }: Operator): KubernetesObject[] {
  return definitions.flatMap(({ definition }) => {
    const ofKind = samples.filter((sample) => isResourceOf(definition, sample));
    const [first] = ofKind;
    if (first === undefined) return [];
    return definition.versions
      .map(({ of }) => of.definition)
      .filter(({ served }) => served)
      .filter((version) => !ofKind.some((sample) => sample.apiVersion === apiVersion(version)))
      .map((version) => {
        const { spec } = convertObject(definition, first, apiVersion(version));
        const { version: suffix } = version;
        const metadata = { ...first.metadata, name: `${first.metadata.name}-${suffix}` };
        return { apiVersion: apiVersion(version), kind: first.kind, metadata, ...(spec !== undefined && { spec }) };
      });
  });
}

/** Returns true if an object is of a kind, in any version. */
export function isResourceOf({ group, kind }: Pick<Kind, 'group' | 'kind'>, object: KubernetesObject): boolean {
  const own = groupVersionKind(object);
  return own.group === group && own.kind === kind;
}
