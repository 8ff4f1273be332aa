import {
  apiVersion,
  ConversionError,
  convertObject,
  type GroupVersionKind,
  isSameKind,
  type KubernetesObject,
} from '../../../api/index.ts';
import { type ChildPolicy, Controller, type Operator } from '../../../constructs/index.ts';
import { formatFinding, parseStored } from '../../../schema/index.ts';
import { sampleChildren } from './sample-children.ts';
import { isResourceOf } from './version-example.ts';

/** The children of an earlier sample, or the reason why it can't be rendered. */
export type EarlierSampleChildren =
  | {
      readonly children: readonly KubernetesObject[];
      /** Returns the policy of a kind of children; undefined for kinds that aren't owned any more. */
      readonly policies: (kind: GroupVersionKind) => ChildPolicy | undefined;
    }
  | { readonly refusal: string };

/**
 * Renders a sample of an earlier release, in any version of its kind.
 *
 * A sample of a kind that the operator no longer provides has no children: the removed kind is a separate finding.
 *
 * @example
 * const rendered = earlierSampleChildren(stored, operator);
 * console.log('refusal' in rendered ? rendered.refusal : rendered.children.map(({ kind }) => kind)); // ['Deployment']
 */
export function earlierSampleChildren(sample: KubernetesObject, operator: Operator): EarlierSampleChildren {
  const definition = operator.definitions.find((own) => isResourceOf(own.definition, sample));
  if (definition === undefined) return { children: [], policies: () => undefined };
  try {
    const stored = convertObject(definition.definition, sample, apiVersion(definition.definition));
    const parsed = parseStored(definition.definition.spec, stored.spec, 'spec');
    if ('findings' in parsed) return { refusal: parsed.findings.map(formatFinding).join('; ') };
    const { children, findings } = sampleChildren(stored, Controller.in(operator));
    const controllers = Controller.in(operator).filter(({ kind }) => isSameKind(kind, definition.definition));
    const policies = (child: GroupVersionKind) => childPolicyOf(child, controllers);
    return findings.length === 0 ? { children, policies } : { refusal: findings.map(({ why }) => why).join('; ') };
  } catch (error) {
    if (ConversionError.is(error)) return { refusal: error.message };
    throw error;
  }
}

/** Returns the policy of a kind in any version: a child is the same object in each. */
function childPolicyOf({ group, kind }: GroupVersionKind, controllers: readonly Controller[]): ChildPolicy | undefined {
  const policies = controllers.flatMap((controller) =>
    [...controller.owns, ...controller.retires.map((retired) => retired.kind)]
      .filter((owned) => owned.group === group && owned.kind === kind)
      .map((owned) => controller.policy(owned)),
  );
  return policies[0];
}
