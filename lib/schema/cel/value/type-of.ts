import { type CelType, dyn, simpleType } from '../cel-type.ts';
import { Address } from './address.ts';
import { DecisionValue, GroupCheck, PathCheck, ResourceCheck, RightAuthorizer } from './authorization.ts';
import { IpNetwork } from './network.ts';
import { QuantityValue } from './quantity-value.ts';
import { SemanticVersion } from './semantic-version.ts';
import { CelList, CelMap, Format, Message, Optional, Span, Timestamp, TypeValue, Url, type Value } from './value.ts';

/** Returns the type of a value; the first entry of a list or map decides the type of its parts. */
export function typeOf(value: Value): CelType {
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

function typeOfObject(value: Exclude<Value, null | bigint | number | boolean | string>): CelType {
  if (value instanceof CelList) return { kind: 'list', item: typeOfFirst(value.items) };
  if (value instanceof CelMap) {
    const [first] = value.entries;
    return { kind: 'map', key: first === undefined ? dyn : typeOf(first[0]), value: dyn };
  }
  if (value instanceof Optional) return { kind: 'optional', value: dyn };
  if (value instanceof Uint8Array) return simpleType('bytes');
  if (value instanceof Timestamp) return simpleType('timestamp');
  if (value instanceof Span) return simpleType('duration');
  if (value instanceof QuantityValue) return simpleType('quantity');
  if (value instanceof SemanticVersion) return simpleType('semver');
  if (value instanceof Address) return simpleType('ip');
  if (value instanceof IpNetwork) return simpleType('cidr');
  if (value instanceof Format) return simpleType('format');
  if (value instanceof TypeValue) return simpleType('type');
  if (value instanceof Message) return { kind: 'message', name: value.name };
  if (value instanceof RightAuthorizer) return simpleType('authorizer');
  if (value instanceof PathCheck) return simpleType('pathCheck');
  if (value instanceof GroupCheck) return simpleType('groupCheck');
  if (value instanceof ResourceCheck) return simpleType('resourceCheck');
  if (value instanceof DecisionValue) return simpleType('decision');
  return value instanceof Url ? simpleType('url') : dyn;
}

function typeOfFirst([first]: readonly Value[]): CelType {
  return first === undefined ? dyn : typeOf(first);
}
