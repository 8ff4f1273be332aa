// In: a stored definition and the names of the others. Out: its status as the API server's controllers set it. Called by the
// definition controller.

import { isJsonObject, type JsonObject, type JsonValue } from '../../../api/index.ts';
import { isJsonList } from '../../../schema/index.ts';
import { conditionStatus } from '../condition.ts';
import { scalarText, textMap } from '../field.ts';

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
  const status = isJsonObject(definition.status) ? definition.status : {};
  const names = isJsonObject(definition.spec) && isJsonObject(definition.spec.names) ? definition.spec.names : {};
  const conflict = nameConflict(names, used);
  const accepted: JsonObject =
    conflict === undefined
      ? names
      : { plural: used.resources.has(scalarText(names.plural)) ? '' : scalarText(names.plural), kind: '' };
  return {
    ...status,
    conditions: [namesCondition(conflict), establishedCondition(conflict)].map((condition) =>
      conditionStatus(definition, condition.type) === condition.status
        ? (existing(status.conditions, condition.type) ?? { ...condition, lastTransitionTime: now })
        : { ...condition, lastTransitionTime: now },
    ),
    acceptedNames: accepted,
  };
}

function nameConflict(names: JsonObject, { resources, kinds }: UsedNames): NameConflict | undefined {
  const { plural = '', singular = '', kind = '', listKind = '' } = textMap(names);
  const shortNames = isJsonList(names.shortNames) ? names.shortNames.map(String) : [];
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

function existing(conditions: JsonValue | undefined, type: string): JsonObject | undefined {
  return (isJsonList(conditions) ? conditions : []).filter(isJsonObject).find((each) => each.type === type);
}
