import { type CelType, dyn, simpleType } from '../cel-type.ts';
import { Address } from './address.ts';
import { DecisionValue, GroupCheck, PathCheck, ResourceCheck, RightAuthorizer } from './authorization.ts';
import { CelList, CelMap, type CelValue, FormatValue, MessageValue, OptionalValue, TypeValue } from './cel-value.ts';
import { IpNetwork } from './ip-network.ts';
import { QuantityValue } from './quantity-value.ts';
import { SemanticVersion } from './semantic-version.ts';
import { Span, Timestamp } from './time.ts';
import { Url } from './url.ts';

/** Returns the type of a value; the first entry of a list or map decides the type of its parts. */
export function typeOf(value: CelValue): CelType {
  if (value === null) return simpleType('null');
  switch (typeof value) {
    case 'bigint':
      return simpleType('int');
    case 'number':
      return simpleType('double');
    case 'boolean':
      return simpleType('bool');
    case 'string':
      return simpleType('string');
    default:
      return typeOfObject(value);
  }
}

function typeOfObject(value: Exclude<CelValue, null | bigint | number | boolean | string>): CelType {
  if (value instanceof CelList) return { kind: 'list', item: typeOfFirst(value.items) };
  if (value instanceof CelMap) {
    const [first] = value.entries;
    return { kind: 'map', key: first === undefined ? dyn : typeOf(first[0]), value: dyn };
  }
  if (value instanceof OptionalValue) return { kind: 'optional', value: dyn };
  if (value instanceof Uint8Array) return simpleType('bytes');
  if (value instanceof Timestamp) return simpleType('timestamp');
  if (value instanceof Span) return simpleType('duration');
  if (value instanceof QuantityValue) return simpleType('quantity');
  if (value instanceof SemanticVersion) return simpleType('semver');
  if (value instanceof Address) return simpleType('ip');
  if (value instanceof IpNetwork) return simpleType('cidr');
  if (value instanceof FormatValue) return simpleType('format');
  if (value instanceof TypeValue) return simpleType('type');
  if (value instanceof MessageValue) return { kind: 'message', name: value.name };
  if (value instanceof RightAuthorizer) return simpleType('authorizer');
  if (value instanceof PathCheck) return simpleType('pathCheck');
  if (value instanceof GroupCheck) return simpleType('groupCheck');
  if (value instanceof ResourceCheck) return simpleType('resourceCheck');
  if (value instanceof DecisionValue) return simpleType('decision');
  return value instanceof Url ? simpleType('url') : dyn;
}

function typeOfFirst([first]: readonly CelValue[]): CelType {
  return first === undefined ? dyn : typeOf(first);
}
