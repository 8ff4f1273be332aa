import type { z } from 'zod';
import type { Rule } from '../../schema/index.ts';
import type { Kind } from '../kind/kind.ts';
import type { ApiObjectClass } from '../kind/kind-reference.ts';
import type { ResourceSchema } from './resource-schema.ts';

/** Any class made by `CustomResource`. */
export interface CustomResourceClass extends ApiObjectClass {
  readonly definition: ResourceDefinition;
}

/** A custom resource's kind with all that its definition determines. */
export interface ResourceDefinition<
  SpecType extends z.ZodObject = z.ZodObject,
  StatusType extends z.ZodObject = z.ZodObject,
> extends Kind {
  readonly singular: string;
  readonly listKind: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly description: string;
  readonly spec: SpecType;
  readonly status: StatusType;
  readonly rules: readonly Rule[];
  /** Derived from the types and rules at first use. */
  readonly schema: ResourceSchema;
  readonly printerColumns: readonly PrinterColumn[];
  readonly selectableFields: readonly string[];
  readonly scale: Scale | undefined;
  readonly deprecation: string | undefined;
  readonly served: boolean;
  /** The older versions; empty for the class of an older version itself. */
  readonly versions: readonly AnyOlderVersion[];
}

/** An {@link OlderVersion} without its types, which only its author's compiler knows. */
export interface AnyOlderVersion {
  readonly of: CustomResourceClass;
  // Methods instead of properties: only their parameters may be wider than those of the author's callbacks.
  up(older: RawContent): RawContent;
  down(newer: RawContent): RawContent;
}

/** The content that an {@link OlderVersion} converts, as JSON. */
export interface RawContent {
  readonly spec: object;
  readonly status: object;
}

/** Returns the name of a kind's CustomResourceDefinition. */
export function definitionName({ plural, group }: Pick<Kind, 'plural' | 'group'>): string {
  return `${plural}.${group}`;
}

/**
 * A column of the table that `kubectl get` prints.
 *
 * @see
 *   https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#additional-printer-columns
 */
export interface PrinterColumn {
  /** The heading, such as `Replicas`. */
  readonly name: string;
  /** A JSON path from the object down, such as `.spec.replicas`. */
  readonly jsonPath: `.${string}`;
  /** @default the type that the schema has at that path: a column of a time is a `date` */
  readonly type?: 'integer' | 'number' | 'string' | 'boolean' | 'date';
  readonly description?: string;
  /** 0: always shown; greater: only with `-o wide`. @default 0 */
  readonly priority?: number;
}

/**
 * The paths of a custom resource's numbers of replicas, for `kubectl scale` and HorizontalPodAutoscalers.
 *
 * @see
 *   https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#scale-subresource
 */
export interface Scale {
  /** The wanted number, an integer in the spec such as `.spec.replicas`. */
  readonly replicas: `.spec.${string}`;
  /** The observed number, an integer in the status such as `.status.replicas`. */
  readonly observedReplicas: `.status.${string}`;
  /**
   * A label selector of the pods, a text in the status such as `.status.labelSelector`; autoscalers need it.
   *
   * @default none
   */
  readonly selector?: `.status.${string}`;
}
