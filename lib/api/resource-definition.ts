import type { z } from 'zod';
import type { Rule } from '../schema/index.ts';
import type { Kind, Scope } from './kind.ts';

/** What an author says of a custom resource. */
export interface ResourceDefinitionProps<SpecType extends z.ZodObject, StatusType extends z.ZodObject> {
  /** A DNS subdomain that the author's organisation owns, such as `cache.example.com`. */
  readonly group: string;
  /** Such as `v1alpha1`, `v1beta1` or `v1`. */
  readonly version: string;
  /** CamelCase, singular. */
  readonly kind: string;
  /** @default the lower-case kind with an English plural ending */
  readonly plural?: string;
  /** Shorter names for the command line. @default none */
  readonly shortNames?: readonly string[];
  /** Names such as `all` under which listings include the kind. @default none */
  readonly categories?: readonly string[];
  /** @default Namespaced */
  readonly scope?: Scope;
  /** One or two sentences for people who read the API. */
  readonly description?: string;
  readonly spec: SpecType;
  /** What operators report beside conditions and `observedGeneration`, which every status has. @default nothing */
  readonly status?: StatusType;
  /** CEL rules over the whole object, which alone may read `self.metadata.name`. @default none */
  readonly rules?: readonly Rule[];
}

/** A custom resource's kind with everything that follows from its author's words. */
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
}

/** The name of the CustomResourceDefinition of a kind. */
export function definitionName({ plural, group }: Pick<Kind, 'plural' | 'group'>): string {
  return `${plural}.${group}`;
}
