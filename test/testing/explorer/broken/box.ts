import { k8s } from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { z } from 'zod';
import { CustomResource, type KubernetesObject } from '../../../../lib/api/index.ts';
import { isNotFound } from '../../../../lib/client/index.ts';
import { Controller, Operator } from '../../../../lib/constructs/index.ts';
import type { ExploredProperty } from '../../../../lib/testing/explorer/run-property.ts';
import type { SpecProperty } from '../../../../lib/testing/property/property-error.ts';
import type { OperatorSite, OperatorSource } from '../../../../lib/testing/scenario/operator-source.ts';
import type { ScenarioStep } from '../../../../lib/testing/scenario/scenario.ts';

/** The resource of the broken operators. */
export class Box extends CustomResource({
  group: 'example.com',
  version: 'v1',
  kind: 'Box',
  spec: z.object({
    size: z.int32().min(1).max(3).default(1),
    label: z.string().max(63).optional(),
    items: z.array(z.string()).max(3).default([]),
  }),
  status: z.object({ seen: z.string() }),
}) {}

/** The ConfigMap of a box, with all that its spec says. */
export class BoxContent extends Construct {
  constructor(scope: Construct, id: string, name: string, data: object) {
    super(scope, id);
    new k8s.KubeConfigMap(this, 'Content', { metadata: { name }, data: { content: JSON.stringify(data) } });
  }
}

/** An operator with a mistake, and the same one without it. */
export interface BrokenOperator {
  readonly mistake: string;
  readonly broken: OperatorSource;
  readonly healthy: OperatorSource;
  /** The objects that a user applies, the resource last. */
  readonly from: readonly KubernetesObject[];
  /** The next steps of the user. */
  readonly changes?: readonly ScenarioStep[];
  /** The property of `checkProperties` or of `explore` that the mistake violates. */
  readonly violates: SpecProperty | ExploredProperty;
}

/** Constructs an operator of boxes. */
export function boxOperator(define: (operator: Operator, site: OperatorSite) => void): OperatorSource {
  return (site) => {
    const operator = new Operator(site.app, 'box-operator', { version: '1.0.0', image: 'example.com/box:1' });
    define(operator, site);
    return operator;
  };
}

/** Constructs an operator that declares its objects in `render`: no write of its own can go wrong. */
export function declaringOperator(suffixesOf: (size: number) => readonly string[]): OperatorSource {
  return boxOperator((scope) => {
    new Controller(scope, 'Controller', {
      for: Box,
      owns: [k8s.KubeConfigMap],
      render: (place, { metadata: { name }, spec }) => {
        for (const suffix of suffixesOf(spec.size)) new BoxContent(place, suffix, `${name}-${suffix}`, spec);
      },
    });
  });
}

/** A box as its user writes it. */
export function box(spec: object = {}, name = 'a'): KubernetesObject {
  return { apiVersion: 'example.com/v1', kind: 'Box', metadata: { name, namespace: 'default' }, spec };
}

/** The metadata of an object beside a box, without an owner. */
export function beside(
  { name, namespace = '' }: { readonly name: string; readonly namespace?: string },
  suffix: string,
) {
  return { name: `${name}-${suffix}`, namespace };
}

/** The reference by which a box owns an object that is created without `render`. */
export function owners({ name, uid }: { readonly name: string; readonly uid: string }) {
  return { ownerReferences: [{ apiVersion: 'example.com/v1', kind: 'Box', name, uid }] };
}

/** Returns true if the object of a request doesn't exist. */
export async function isAbsent(request: Promise<unknown>): Promise<boolean> {
  try {
    await request;
    return false;
  } catch (error) {
    if (isNotFound(error)) return true;
    throw error;
  }
}
