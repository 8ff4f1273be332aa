import type { z } from 'zod';
import type { Rule } from '../../schema/index.ts';
import type { Kind } from '../kind/kind.ts';
import type { ApiObjectClass } from '../kind/kind-reference.ts';
import type { PrinterColumn } from './printer-column.ts';
import type { Scale } from './scale.ts';

/** Any class made by `CustomResource`. */
export interface CustomResourceClass extends ApiObjectClass {
  readonly definition: ResourceDefinition;
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
  readonly printerColumns: readonly PrinterColumn[];
  readonly selectableFields: readonly string[];
  readonly scale: Scale | undefined;
  readonly deprecation: string | undefined;
  readonly served: boolean;
  /** The older versions; empty for the class of an older version itself. */
  readonly versions: readonly AnyOlderVersion[];
}

/** An {@link OlderVersion} whose types are known to its author's compiler alone: to all others its contents are raw. */
export interface AnyOlderVersion {
  readonly of: CustomResourceClass;
  // Methods and no properties: only their parameters may be wider than those of the author's callbacks.
  up(older: RawContent): RawContent;
  down(newer: RawContent): RawContent;
}

/** What an {@link OlderVersion} converts, as JSON. */
export interface RawContent {
  readonly spec: object;
  readonly status: object;
}

/** The name of the CustomResourceDefinition of a kind. */
export function definitionName({ plural, group }: Pick<Kind, 'plural' | 'group'>): string {
  return `${plural}.${group}`;
}
