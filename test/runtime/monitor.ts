import { ApiObject, type App } from 'cdk8s';
import { k8s } from 'cdk8s-plus-28';
import type { Kind, KubernetesObject } from '../../lib/api/index.ts';
import { Controller, Operator } from '../../lib/constructs/index.ts';
import { Boxes, operatorName, Shelf } from './shelf.ts';

/** The third-party kind. */
export const monitorKind: Kind = {
  group: 'monitoring.example.org',
  version: 'v1',
  kind: 'Monitor',
  plural: 'monitors',
  scope: 'Namespaced',
};

/** The name of the CRD of the third-party kind. */
export const monitorDefinitionName = `${monitorKind.plural}.${monitorKind.group}`;

/** Returns an operator that owns a Monitor for each Shelf, beside its boxes. */
export function monitorOperator(app: App): Operator {
  const made = new Operator(app, operatorName, { version: '1.0.0', image: 'example.com/shelf:1' });
  new Controller(made, 'Controller', {
    for: Shelf,
    owns: [k8s.KubeConfigMap, monitorKind],
    render: (scope, { metadata: { name }, spec }) => {
      const { group, version, kind } = monitorKind;
      new ApiObject(scope, 'Monitor', { apiVersion: `${group}/${version}`, kind, metadata: { name }, spec: { of: 1 } });
      return new Boxes(scope, 'Boxes', spec.boxes);
    },
  });
  return made;
}

/** The differences of the third-party CRD from its defaults. */
export interface MonitorDefinitionProps {
  /** True if its version is served beside `v2`, the stored one. @default true */
  readonly isServed?: boolean;
  readonly scope?: Kind['scope'];
  readonly conversion?: object;
}

/** Returns the CRD of the third-party kind. */
export function monitorDefinition({
  isServed = true,
  scope = monitorKind.scope,
  conversion,
}: MonitorDefinitionProps = {}): KubernetesObject {
  const { group, kind, plural } = monitorKind;
  const schema = {
    openAPIV3Schema: {
      type: 'object',
      properties: { spec: { type: 'object', properties: { of: { type: 'integer' } } } },
    },
  };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: monitorDefinitionName },
    spec: {
      group,
      scope,
      conversion: conversion ?? { strategy: 'None' },
      names: { kind, plural, singular: 'monitor', listKind: `${kind}List` },
      versions: [
        { name: 'v1', served: isServed, storage: false, schema },
        { name: 'v2', served: true, storage: true, schema },
      ],
    },
  };
}
