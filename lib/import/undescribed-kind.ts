// In: a served kind. Out: the kind without the publisher's descriptions. Called for each kind of an import that omits
// descriptions, so that users without the right to distribute them may commit the result.

import { isJsonObject, type JsonValue } from '../api/index.ts';
import { changedSchema, type KeywordChange } from '../schema/index.ts';
import { isDeprecation } from './field-documentation.ts';
import { deprecatedVersion, type ServedKind } from './served-kind.ts';

/** Removes descriptions and messages. A deprecation stays, without its reason. */
export function undescribedKind(kind: ServedKind): ServedKind {
  const schema = changedSchema(kind.schema, withoutTexts);
  return { ...kind, schema, deprecation: kind.deprecation === undefined ? undefined : deprecatedVersion };
}

const withoutTexts: KeywordChange = (keyword, value) => {
  switch (keyword) {
    case 'description':
      return typeof value === 'string' && isDeprecation(value) ? 'Deprecated:' : undefined;
    case 'title':
    case 'example':
    case 'externalDocs':
      return undefined;
    case 'x-kubernetes-validations':
      return Array.isArray(value) ? value.map(ruleWithoutMessage) : value;
    default:
      return value;
  }
};

/** Removes the message of a rule; API servers then show the rule itself. */
function ruleWithoutMessage(rule: JsonValue): JsonValue {
  if (!isJsonObject(rule)) return rule;
  const { message: _, messageExpression: __, ...bare } = rule;
  return bare;
}
