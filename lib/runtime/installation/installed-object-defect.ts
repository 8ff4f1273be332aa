import { admissionPolicyBindingKind, admissionPolicyKind, definitionKind, type StoredObject } from '../../api/index.ts';
import type { InstalledObject } from '../../constructs/index.ts';
import { fieldsIn, objectList, objectsAt, textList } from '../../schema/index.ts';
import { type ComparedPlace, type Defect, type Fields, fieldDefect } from './defect.ts';
import { definitionDefects, missingPartDefects } from './definition-defect.ts';
import { conditionDefects, failurePolicyDefects, selectionDefects } from './selection-defect.ts';
import { configurationDefects, type ExpectedCalls } from './webhook-defect.ts';

/** The defects of an installed object as the API server has it; undefined if the API server doesn't have it. */
export function objectDefects(
  { kind, manifest }: InstalledObject,
  object: StoredObject | undefined,
  calls: ExpectedCalls,
): Defect[] {
  if (object === undefined) return [{ message: 'it is missing', repair: [] }];
  if (object.metadata.deletionTimestamp !== undefined) return [{ message: 'it is being deleted', repair: [] }];
  switch (kind.kind) {
    case definitionKind.kind:
      return definitionDefects(manifest, object, calls);
    case admissionPolicyKind.kind:
      return policyDefects(manifest, object);
    case admissionPolicyBindingKind.kind:
      return bindingDefects(manifest, object);
    default:
      return configurationDefects(manifest, object, calls);
  }
}

/** The defects of an object that another release has installed: it works as that release's manifest declares. */
export function defectsOfAnotherRelease({ kind, manifest }: InstalledObject, object: StoredObject): Defect[] {
  return kind.kind === definitionKind.kind ? missingPartDefects(manifest, object) : [];
}

/** The defects of a ValidatingAdmissionPolicy. A cluster admin may add further validations. */
function policyDefects(declared: Fields, live: Fields): Defect[] {
  const place = policySpecs(declared, live);
  const expressions = objectList(place.live.validations).map(({ expression }) => expression);
  const isLacking = objectList(place.declared.validations).some(({ expression }) => !expressions.includes(expression));
  return [
    ...failurePolicyDefects(place),
    ...constraintDefects(place, 'matchConstraints'),
    ...conditionDefects(place),
    ...(isLacking ? [fieldDefect(place, 'validations', 'validations lack a declared rule')] : []),
    ...(place.live.paramKind !== undefined && place.declared.paramKind === undefined
      ? [fieldDefect(place, 'paramKind', 'paramKind makes it depend on parameters')]
      : []),
  ];
}

/** The defects of a ValidatingAdmissionPolicyBinding. A cluster admin may add further actions; Deny includes Warn. */
function bindingDefects(declared: Fields, live: Fields): Defect[] {
  const place = policySpecs(declared, live);
  const { matchResources, policyName, validationActions } = place.live;
  const actions = textList(validationActions);
  const wanted = textList(place.declared.validationActions);
  const lacking = wanted.filter((each) => !actions.includes(each) && !(each === 'Warn' && actions.includes('Deny')));
  const isNarrower =
    objectsAt(matchResources, 'resourceRules').length > 0 || constraintDefects(place, 'matchResources').length > 0;
  return [
    ...(policyName === place.declared.policyName ? [] : [fieldDefect(place, 'policyName', 'it binds another policy')]),
    ...(lacking.length === 0
      ? []
      : [fieldDefect(place, 'validationActions', `validationActions lack ${lacking.join(' and ')}`)]),
    ...(isNarrower ? [fieldDefect(place, 'matchResources', 'matchResources leave out declared requests')] : []),
  ];
}

function policySpecs(declared: Fields, live: Fields): ComparedPlace {
  return { path: '/spec', declared: fieldsIn(declared.spec), live: fieldsIn(live.spec) };
}

/** The defects of the field that selects requests. */
function constraintDefects({ path, declared, live }: ComparedPlace, field: string): Defect[] {
  const inner = { path: `${path}/${field}`, declared: fieldsIn(declared[field]), live: fieldsIn(live[field]) };
  return selectionDefects(inner, 'resourceRules');
}
