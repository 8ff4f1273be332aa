import { fieldPath, itemPath } from '../field-path.ts';
import { isJsonObject, type JsonValue } from '../json.ts';
import { fieldsIn } from '../json-part.ts';
import type { Rule } from '../rule.ts';
import { valueText } from '../value/error-message.ts';
import { type SchemaFinding, schemaFinding } from './finding.ts';
import { KeywordReader } from './keyword-reader.ts';

/** Reads the rules of the schema at `path`. @param findings - receives the unreadable parts. */
export function readRules(reader: KeywordReader, path: string, findings: SchemaFinding[]): Rule[] {
  const place = fieldPath(path, 'x-kubernetes-validations');
  return reader.list('x-kubernetes-validations').map((item, index) => readRule(item, itemPath(place, index), findings));
}

function readRule(item: JsonValue, path: string, findings: SchemaFinding[]): Rule {
  if (!isJsonObject(item))
    findings.push(
      schemaFinding(path, `must be a rule, and is ${valueText(item)}`, 'write a map with rule and message'),
    );
  const reader = new KeywordReader(fieldsIn(item), path, findings);
  const message = reader.word('message');
  const messageExpression = reader.word('messageExpression');
  const reason = readRuleReason(reader.text('reason'), path, findings);
  const namedPath = reader.word('fieldPath');
  const optionalOldSelf = reader.flag('optionalOldSelf');
  return {
    rule: reader.text('rule') ?? '',
    ...(message !== undefined && { message }),
    ...(messageExpression !== undefined && { messageExpression }),
    ...(reason !== undefined && { reason }),
    ...(namedPath !== undefined && { fieldPath: namedPath }),
    ...(optionalOldSelf !== undefined && { optionalOldSelf }),
  };
}

function readRuleReason(text: string | undefined, path: string, findings: SchemaFinding[]): Rule['reason'] {
  switch (text) {
    case undefined:
    case 'FieldValueDuplicate':
    case 'FieldValueForbidden':
    case 'FieldValueInvalid':
    case 'FieldValueRequired':
      return text;
    default: {
      const remedy = 'write FieldValueInvalid, FieldValueForbidden, FieldValueRequired or FieldValueDuplicate';
      findings.push(schemaFinding(fieldPath(path, 'reason'), `${text} is not a reason that Kubernetes knows`, remedy));
      return undefined;
    }
  }
}
