// In: a stored definition and the names of the others. Out: its status as the API server's controllers set it. Called by the
// definition controller.

import type { JsonObject, JsonValue } from '../../../api/index.ts';
import { fieldsAt, listOf, objectList, scalarText, textMap } from '../../../schema/index.ts';
import { conditionOf } from '../condition.ts';

/** The names that are in use in the definition's group. */
export interface UsedNames {
  readonly resources: ReadonlySet<string>;
  readonly kinds: ReadonlySet<string>;
}

interface NameConflict {
  readonly reason: string;
  readonly name: string;
}

/** Returns the status of a definition. @param now - the time of its new conditions. */
export function definitionStatus(definition: JsonObject, used: UsedNames, now: string): JsonObject {
  const status = fieldsAt(definition, 'status');
  const names = fieldsAt(definition, 'spec.names');
  const conflict = nameConflict(names, used);
  const accepted: JsonObject =
    conflict === undefined
      ? names
      : { plural: used.resources.has(scalarText(names.plural)) ? '' : scalarText(names.plural), kind: '' };
  const own = [namesCondition(conflict), establishedCondition(conflict)].map((condition) => {
    const known = conditionOf(definition, condition.type);
    return known?.status === condition.status ? known : { ...condition, lastTransitionTime: now };
  });
  const others = objectList(status.conditions).filter(({ type }) => own.every((condition) => condition.type !== type));
  return {
    ...status,
    conditions: [...own, ...others],
    acceptedNames: accepted,
  };
}

function nameConflict(names: JsonObject, { resources, kinds }: UsedNames): NameConflict | undefined {
  const { plural = '', singular = '', kind = '', listKind = '' } = textMap(names);
  const shortNames = listOf(names.shortNames).map(String);
  const conflicts: NameConflict[] = [
    ...(resources.has(plural) ? [{ reason: 'PluralConflict', name: plural }] : []),
    ...(resources.has(singular) ? [{ reason: 'SingularConflict', name: singular }] : []),
    ...shortNames.filter((name) => resources.has(name)).map((name) => ({ reason: 'ShortNamesConflict', name })),
    ...(kinds.has(kind) ? [{ reason: 'KindConflict', name: kind }] : []),
    ...(kinds.has(listKind) ? [{ reason: 'ListKindConflict', name: listKind }] : []),
  ];
  return conflicts.at(-1);
}

interface NewCondition {
  readonly [field: string]: JsonValue;
  readonly type: string;
  readonly status: string;
}

function namesCondition(conflict: NameConflict | undefined): NewCondition {
  return conflict === undefined
    ? { type: 'NamesAccepted', status: 'True', reason: 'NoConflicts', message: 'no conflicts found' }
    : {
        type: 'NamesAccepted',
        status: 'False',
        reason: conflict.reason,
        message: `${JSON.stringify(conflict.name)} is already in use`,
      };
}

function establishedCondition(conflict: NameConflict | undefined): NewCondition {
  return conflict === undefined
    ? {
        type: 'Established',
        status: 'True',
        reason: 'InitialNamesAccepted',
        message: 'the initial names have been accepted',
      }
    : { type: 'Established', status: 'False', reason: 'NotAccepted', message: 'not all names are accepted' };
}
