import type { z } from 'zod';
import type { StoredObjectMeta } from '../object/kubernetes-object.ts';
import type { Condition, ConditionReport } from './condition.ts';
import type { CustomResourceClass } from './resource-definition.ts';

/** The spec of a custom resource class as callbacks and child constructs see it: valid and with its defaults. */
export type Spec<Api extends CustomResourceClass> = Open<
  Api['definition']['spec'],
  z.output<Api['definition']['spec']>
>;

/** The spec of a custom resource class as authors write it: fields with a default may be left out. */
export type SpecInput<Api extends CustomResourceClass> = z.input<Api['definition']['spec']>;

/**
 * The props of a child construct: the spec as authors write it, and the name of the resource. Validated by `childProps`
 * of the class. If the spec has a field called `name`, the two collide: declare props of your own then.
 */
export type ChildProps<Api extends CustomResourceClass> = SpecInput<Api> & { readonly name: string };

/** The status of a custom resource class, without the fields that the library writes itself. */
export type Status<Api extends CustomResourceClass> = Open<
  Api['definition']['status'],
  z.output<Api['definition']['status']>
>;

/** The status of a custom resource class as its operator writes it: fields with a default may be left out. */
export type StatusInput<Api extends CustomResourceClass> = Open<
  Api['definition']['status'],
  z.input<Api['definition']['status']>
>;

/** zod's type of an object without fields forbids every field, also those that a child or the library adds to it. */
export type Open<Type extends z.ZodObject, Value> = keyof Type['shape'] extends never ? Record<never, never> : Value;

/** The fields that the library writes in the status of every custom resource. */
export interface StandardStatus {
  /** Ready, Progressing and Degraded, and those that the operator adds. */
  readonly conditions?: readonly Condition[];
  /** The generation of the spec at the last reconcile. */
  readonly observedGeneration?: number;
}

/**
 * A custom resource as callbacks receive it: the plain object of the API server, with its spec parsed. Its status is
 * that of the last reconcile, so it is incomplete before the first one and after an upgrade.
 */
export interface Resource<Api extends CustomResourceClass> {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: StoredObjectMeta;
  readonly spec: Spec<Api>;
  readonly status: Partial<Status<Api>> & StandardStatus;
}

/** The report of an operator about a resource: its own part of the status, and conditions. */
export type StatusReport<Api extends CustomResourceClass> = Unchanging<StatusInput<Api>> & {
  /**
   * Merged by type into those of the library. A report of type `Ready` replaces the reason and message of the library's
   * condition while both have the same status. Reports of type `Progressing` and `Degraded` are ignored.
   */
  readonly conditions?: readonly ConditionReport[];
};

/**
 * A report as a callback returned it, without fields that the definition doesn't know. The API server would drop them,
 * and TypeScript alone doesn't check for them in a returned value.
 */
export type ExactReport<Report, Api extends CustomResourceClass> = Report &
  Partial<Record<Exclude<keyof Report, keyof StatusReport<Api>>, never>>;

/** Plain data that may be read-only, as that of caches is. */
export type Unchanging<Value> = Value extends readonly (infer Item)[]
  ? readonly Unchanging<Item>[]
  : Value extends object
    ? { readonly [Field in keyof Value]: Unchanging<Value[Field]> }
    : Value;
