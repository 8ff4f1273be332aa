// The rules of Secrets and Events.

import { scalarText, textOrEmpty, valueAt } from '../../field.ts';
import { invalidValue, requiredValue } from '../../status-error.ts';
import { causeIf, type StructRule } from './struct-rule.ts';

const secretKeys: Readonly<Record<string, readonly string[]>> = {
  'kubernetes.io/tls': ['tls.crt', 'tls.key'],
  'kubernetes.io/dockerconfigjson': ['.dockerconfigjson'],
  'kubernetes.io/dockercfg': ['.dockercfg'],
  'kubernetes.io/ssh-auth': ['ssh-privatekey'],
};

/** Secrets of known types have keys. */
const secret: StructRule = ({ type, data }) => {
  const keys = secretKeys[textOrEmpty(type)] ?? [];
  const missing = (key: string) => valueAt(data, [key]) === undefined;
  if (type === 'kubernetes.io/basic-auth' && missing('username') && missing('password')) {
    return [requiredValue('data[username]'), requiredValue('data[password]')];
  }
  return keys.filter(missing).map((key) => requiredValue(`data[${key}]`));
};

/** Events are in the namespace of their object; those of cluster-wide objects are in two namespaces. */
function event(field: string): StructRule {
  return (value) => {
    const namespace = scalarText(valueAt(value, ['metadata', 'namespace']));
    const written = scalarText(valueAt(value, [field, 'namespace']));
    const isPlaced =
      written === ''
        ? namespace === 'default' || namespace === 'kube-system'
        : written === namespace || field === 'regarding';
    return causeIf(!isPlaced, () =>
      invalidValue('involvedObject.namespace', written, 'does not match event.namespace'),
    );
  };
}

/** Definition → rule. */
export const coreRules: Readonly<Record<string, StructRule>> = {
  'core.v1.Secret': secret,
  'core.v1.Event': event('involvedObject'),
  'events.v1.Event': event('regarding'),
};
