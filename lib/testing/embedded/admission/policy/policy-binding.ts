// In: the stored policies and bindings. Out: the policies with their bindings, in the order of names. Called for each write.

import type { JsonObject, JsonValue } from '../../../../api/index.ts';
import { metadataText } from '../../../../built-in/index.ts';
import { fieldAt, fieldsAt, fieldsIn, objectList, scalarText } from '../../../../schema/index.ts';
import type { ObjectStorage } from '../../store/object-storage.ts';
import type { Constraints } from '../matching/write-match.ts';

/** A policy, and the bindings that put it in force. */
export interface BoundPolicy {
  readonly name: string;
  readonly spec: JsonObject;
  readonly constraints: Constraints;
  readonly bindings: readonly PolicyBinding[];
  /** True if an expression that fails doesn't refuse the write. */
  readonly ignoresFailures: boolean;
}

/** A binding of a policy. */
export interface PolicyBinding {
  readonly name: string;
  readonly spec: JsonObject;
  /** Absent if the binding doesn't narrow its policy. */
  readonly constraints: Constraints | undefined;
}

/** Returns the policies of a sort that have bindings. */
export function boundPolicies(store: ObjectStorage, sort: 'mutating' | 'validating'): readonly BoundPolicy[] {
  const collection = `admissionregistration.k8s.io/${sort}admissionpolic`;
  const bindings = store.list(`${collection}ybindings`).map(([, binding]) => policyBinding(binding));
  if (bindings.length === 0) return [];
  return store.list(`${collection}ies`).map(([, policy]) => {
    const name = metadataText(policy, 'name');
    const spec = fieldsAt(policy, 'spec');
    return {
      name,
      spec,
      constraints: constraintsOf(fieldAt(spec, 'matchConstraints')),
      bindings: bindings.filter((binding) => binding.spec.policyName === name),
      ignoresFailures: scalarText(spec.failurePolicy) === 'Ignore',
    };
  });
}

function policyBinding(binding: JsonObject): PolicyBinding {
  const spec = fieldsAt(binding, 'spec');
  const { matchResources } = spec;
  const constraints = matchResources === undefined ? undefined : constraintsOf(matchResources);
  return { name: metadataText(binding, 'name'), spec, constraints };
}

function constraintsOf(resources: JsonValue | undefined): Constraints {
  const written = fieldsIn(resources);
  return {
    rules: objectList(written.resourceRules),
    excluded: objectList(written.excludeResourceRules),
    namespaceSelector: written.namespaceSelector,
    objectSelector: written.objectSelector,
    isExact: written.matchPolicy === 'Exact',
  };
}
