import { isDeepStrictEqual } from 'node:util';
import { isSelectorAsNarrow, type Place } from '../../content/index.ts';
import { objectGroupKind, objectTitleOf } from '../object-identity.ts';
import { both, type Kept, pairedParts, type ReleasePair } from '../release-pair.ts';
import { shownValue } from '../shown-value.ts';
import { type UpgradeFinding, upgradeFinding } from '../upgrade-finding.ts';
import { addedRequests } from './added-request.ts';

const group = 'admissionregistration.k8s.io';
const kinds = ['ValidatingAdmissionPolicy', 'ValidatingAdmissionPolicyBinding'] as const;

/** Reports changes of policies and their bindings in the manifests of two releases. */
export function* policyChanges({ before, after }: ReleasePair): Generator<UpgradeFinding> {
  for (const kind of kinds) {
    const [old, present] = both({ before, after }, (bundle) => bundle.manifestsOf(group, kind));
    const { kept, added } = pairedParts(old, present, (each) => each.at('metadata', 'name').text);
    for (const policy of added) yield* addedPolicyFindings(policy);
    for (const policy of kept) yield* stricterPolicyFindings(policy);
  }
}

/** Reports a new policy or binding; of other kinds, nothing. */
export function* addedPolicyFindings(object: Place): Generator<UpgradeFinding> {
  const kind = objectGroupKind(object);
  if (kind === `${kinds[0]}.${group}` || (kind === `${kinds[1]}.${group}` && isDenyingBinding(object))) {
    yield stricterPolicy(object, `${objectTitleOf(object)} is new`, 'policy-added');
  }
}

/** Reports new requirements of a policy or its binding; of other kinds, nothing. */
export function* stricterPolicyFindings(policy: Kept): Generator<UpgradeFinding> {
  const kind = objectGroupKind(policy.after);
  if (kind === `${kinds[0]}.${group}`) {
    yield* policyDemandFindings(policy);
    yield* policyReachFindings(policy, 'matchConstraints');
  } else if (kind === `${kinds[1]}.${group}`) {
    yield* policyActionChanges(policy);
    yield* policyReachFindings(policy, 'matchResources');
  }
}

function* policyDemandFindings({ before, after }: Kept): Generator<UpgradeFinding> {
  const [old, present] = both({ before, after }, (policy) => policy.at('spec'));
  const known = new Set(old.at('validations').items.map(policyRuleAt));
  for (const demand of present.at('validations').items.filter((each) => !known.has(policyRuleAt(each)))) {
    yield stricterPolicy(demand, `${objectTitleOf(after)} has the new rule ${policyRuleAt(demand)}`);
  }
  const conditions = present.at('matchConditions').items.map(policyRuleAt);
  for (const condition of old.at('matchConditions').items.filter((each) => !conditions.includes(policyRuleAt(each)))) {
    yield stricterPolicy(
      condition,
      `${objectTitleOf(after)} also applies to objects without ${policyRuleAt(condition)}`,
    );
  }
  const failurePolicy = (spec: Place) => spec.at('failurePolicy').text ?? 'Fail';
  if (failurePolicy(old) === 'Ignore' && failurePolicy(present) === 'Fail') {
    yield stricterPolicy(present.at('failurePolicy'), `${objectTitleOf(after)}: failurePolicy Ignore → Fail`);
  }
  const variables = (spec: Place) => spec.at('variables').value ?? [];
  if (!isDeepStrictEqual(variables(old), variables(present)) && old.at('variables').items.length > 0) {
    yield stricterPolicy(present.at('variables'), `${objectTitleOf(after)} has the same rules with other variables`);
  }
}

function* policyActionChanges({ before, after }: Kept): Generator<UpgradeFinding> {
  if (!isDenyingBinding(before) && isDenyingBinding(after)) {
    yield stricterPolicy(
      after.at('spec', 'validationActions'),
      `${objectTitleOf(after)} denies requests that it allowed before`,
    );
  }
  for (const field of ['policyName', 'paramRef']) {
    const [was, is] = both({ before, after }, (binding) => binding.at('spec', field));
    if (isDeepStrictEqual(was.value, is.value)) continue;
    yield stricterPolicy(is, `${objectTitleOf(after)}: ${field} ${shownValue(was.value)} → ${shownValue(is.value)}`);
  }
}

/**
 * Reports an extended scope.
 *
 * @param field - the field with the scope; a binding without one has the scope of its policy.
 */
function* policyReachFindings(
  { before, after }: Kept,
  field: 'matchConstraints' | 'matchResources',
): Generator<UpgradeFinding> {
  const [old, present] = both({ before, after }, (object) => object.at('spec', field));
  const rules = old.at('resourceRules').items;
  const isAll = field === 'matchResources' && rules.length === 0;
  for (const rule of isAll ? [] : present.at('resourceRules').items) {
    for (const more of addedRequests(rule, rules))
      yield stricterPolicy(rule, `${objectTitleOf(after)} also applies to ${more}`);
  }
  if (!isAll && field === 'matchResources' && present.at('resourceRules').items.length === 0) {
    yield stricterPolicy(present, `${objectTitleOf(after)} applies to all objects of its policy`);
  }
  const excluded = present.at('excludeResourceRules').items;
  for (const rule of old.at('excludeResourceRules').items) {
    for (const more of addedRequests(rule, excluded))
      yield stricterPolicy(rule, `${objectTitleOf(after)} also applies to ${more}`);
  }
  for (const selector of ['namespaceSelector', 'objectSelector']) {
    const [was, is] = both({ before: old, after: present }, (each) => each.at(selector));
    if (isSelectorAsNarrow(is, was)) continue;
    yield stricterPolicy(
      is,
      `${objectTitleOf(after)}: ${selector} ${shownValue(was.value ?? {})} → ${shownValue(is.value ?? {})}`,
    );
  }
  if (old.at('matchPolicy').text === 'Exact' && present.at('matchPolicy').text !== 'Exact') {
    yield stricterPolicy(
      present.at('matchPolicy'),
      `${objectTitleOf(after)} also applies to other versions of its kinds`,
    );
  }
}

function isDenyingBinding(binding: Place): boolean {
  return binding.at('spec', 'validationActions').texts.includes('Deny');
}

function policyRuleAt(place: Place): string {
  return (place.at('expression').text ?? '').trim();
}

function stricterPolicy(place: Place, what: string, rule = 'policy-stricter'): UpgradeFinding {
  return upgradeFinding(place, {
    severity: 'risky',
    rule,
    what,
    hits: 'clients that write such objects: the policy may reject writes that it allowed before',
    remedy: 'let it warn first and deny in a later release, or let it allow values that are already stored',
  });
}
