import type { z } from 'zod';
import type { Open } from './resource.ts';
import type { CustomResourceClass } from './resource-definition.ts';

/**
 * The part of a custom resource that differs between versions, as clients wrote it or an operator reported it: defaults
 * may be missing. Conditions and `observedGeneration` are the same in all versions and not part of it.
 */
export interface VersionContent<SpecType extends z.ZodObject, StatusType extends z.ZodObject> {
  readonly spec: z.input<SpecType>;
  readonly status: Partial<Open<StatusType, z.input<StatusType>>>;
}

/** The {@link VersionContent} of a custom resource class. */
export type ContentOf<Api extends CustomResourceClass> = VersionContent<
  Api['definition']['spec'],
  Api['definition']['status']
>;

/**
 * An older version of a kind, listed by the class of the storage version, with the conversions to the storage version
 * and back. The library keeps content that one of the two can't express in an annotation, and restores it.
 *
 * Both callbacks are pure and must accept all content that the API server has. It may be older than a rule, or have
 * parts missing while the API server computes field ownership. Fields of the results that the version doesn't have are
 * left out, as the API server would do. An error is reported to the client whose request needed the conversion, with
 * the object's name.
 */
export interface OlderVersion<
  Older extends CustomResourceClass = CustomResourceClass,
  SpecType extends z.ZodObject = z.ZodObject,
  StatusType extends z.ZodObject = z.ZodObject,
> {
  /** The class of the older version: the same group and kind, another version. */
  readonly of: Older;
  /** Converts the older version's content to the storage version. */
  readonly up: (older: ContentOf<Older>) => VersionContent<SpecType, StatusType>;
  /** Converts the storage version's content to the older version. */
  readonly down: (newer: VersionContent<SpecType, StatusType>) => ContentOf<Older>;
}
