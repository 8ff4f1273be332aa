// In: a served kind. Out: the same, without the sentences that its publisher wrote for people.
// Called for each kind of an import that omits descriptions: who has no right to pass them on may commit what is left.

import { isJsonObject, type JsonValue } from '../api/index.ts';
import { changedSchema, type KeywordChange } from './changed-schema.ts';
import { isDeprecation } from './field-documentation.ts';
import { deprecatedVersion, type ServedKind } from './served-kind.ts';

/** A kind without descriptions and messages. That something is deprecated is still said, but not why. */
export function wordlessKind(kind: ServedKind): ServedKind {
  const schema = changedSchema(kind.schema, wordless);
  return { ...kind, schema, deprecation: kind.deprecation === undefined ? undefined : deprecatedVersion };
}

const wordless: KeywordChange = (keyword, value) => {
  switch (keyword) {
    case 'description':
      return typeof value === 'string' && isDeprecation(value) ? 'Deprecated:' : undefined;
    case 'title':
    case 'example':
    case 'externalDocs':
      return undefined;
    case 'x-kubernetes-validations':
      return Array.isArray(value) ? value.map(bareRule) : value;
    default:
      return value;
  }
};

/** A rule that API servers name by itself where it is broken. */
function bareRule(rule: JsonValue): JsonValue {
  if (!isJsonObject(rule)) return rule;
  const { message: _, messageExpression: __, ...bare } = rule;
  return bare;
}
