import type { BadCase } from '../corpus/bad-case.ts';
import { csv } from '../corpus/minimal-bundle.ts';

const manager = 'spec.install.spec.deployments[0].spec.template.spec.containers[0]';
const env = `${manager}.env`;

const field = (fieldPath: string) => ({ valueFrom: { fieldRef: { fieldPath } } });

/** Variables that containers can't be started with, or that say the wrong thing. */
export const variableCases: readonly BadCase[] = [
  {
    rule: 'variable-name',
    severity: 'warning',
    title: 'a variable whose name has a space',
    edit: (draft) => draft.append(csv, env, { name: 'LOG LEVEL', value: 'info' }),
    file: csv,
    path: `${env}[0].name`,
  },
  {
    rule: 'variable-unique',
    severity: 'warning',
    title: 'a variable that is there twice',
    edit: (draft) => draft.append(csv, env, { name: 'LEVEL', value: 'info' }, { name: 'LEVEL', value: 'debug' }),
    file: csv,
    path: `${env}[1].name`,
  },
  {
    rule: 'object-value',
    severity: 'error',
    title: 'a variable with a value and a source',
    edit: (draft) => draft.append(csv, env, { name: 'POD', value: 'mine', ...field('metadata.name') }),
    file: csv,
    path: `${env}[0].valueFrom`,
  },
  {
    rule: 'object-value',
    severity: 'error',
    title: 'a variable with a source that says nothing',
    edit: (draft) => draft.append(csv, env, { name: 'POD', valueFrom: {} }),
    file: csv,
    path: `${env}[0].valueFrom`,
  },
  {
    rule: 'object-choice',
    severity: 'error',
    title: 'a field that pods don’t get',
    edit: (draft) => draft.append(csv, env, { name: 'POD', ...field('metadata.labels') }),
    file: csv,
    path: `${env}[0].valueFrom.fieldRef.fieldPath`,
  },
  {
    rule: 'variable-object',
    severity: 'warning',
    title: 'a variable from a missing Secret',
    edit: (draft) =>
      draft.append(csv, env, { name: 'TOKEN', valueFrom: { secretKeyRef: { name: 'cloud', key: 'token' } } }),
    file: csv,
    path: `${env}[0].valueFrom.secretKeyRef.name`,
  },
  {
    rule: 'variable-object',
    severity: 'warning',
    title: 'variables from a missing ConfigMap',
    edit: (draft) => draft.append(csv, `${manager}.envFrom`, { configMapRef: { name: 'settings' } }),
    file: csv,
    path: `${manager}.envFrom[0].configMapRef.name`,
  },
  {
    rule: 'variable-object',
    severity: 'error',
    title: 'a variable out of a key that its ConfigMap has not',
    base: 'monitored',
    edit: (draft) =>
      draft.append(csv, env, {
        name: 'SETTINGS',
        valueFrom: { configMapKeyRef: { name: 'cache-operator-settings', key: 'settings.yml' } },
      }),
    file: csv,
    path: `${env}[0].valueFrom.configMapKeyRef.key`,
  },
  {
    rule: 'variable-watch-namespace',
    severity: 'warning',
    title: 'namespaces to watch that are written down',
    edit: (draft) => draft.append(csv, env, { name: 'WATCH_NAMESPACE', value: 'caches' }),
    file: csv,
    path: `${env}[0].value`,
    says: /olm\.targetNamespaces/,
  },
  {
    rule: 'variable-watch-namespace',
    severity: 'warning',
    title: 'an operator for all namespaces that watches its own',
    edit: (draft) => draft.append(csv, env, { name: 'WATCH_NAMESPACE', ...field('metadata.namespace') }),
    file: csv,
    path: `${env}[0].valueFrom.fieldRef.fieldPath`,
  },
  {
    rule: 'variable-watch-namespace',
    severity: 'warning',
    title: 'an annotation with namespaces that OLM does not write',
    edit: (draft) =>
      draft.append(csv, env, { name: 'WATCH_NAMESPACE', ...field("metadata.annotations['olm.targetNamespace']") }),
    file: csv,
    path: `${env}[0].valueFrom.fieldRef.fieldPath`,
  },
];
