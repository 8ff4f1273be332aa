import type { z } from 'zod';
import type { Open } from './resource.ts';
import type { CustomResourceClass } from './resource-definition.ts';

/**
 * What of a custom resource differs between versions, as clients wrote it or an operator reported it: defaults of what was
 * left out may be missing. Conditions and `observedGeneration` are the same in all versions and not part of it.
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
 * An older version of a kind, listed by the class of the storage version: how to read it there, and how to show there
 * what is stored. What one of the two can't express is kept by the library in an annotation, and comes back.
 *
 * Both callbacks are pure, and are called with whatever the API server has: also with contents from before a rule was
 * added, and with parts missing while it works out who owns which field. Fields of their results that the version doesn't
 * have are left out, as the API server would. What they throw is told to the client whose request needed the conversion,
 * with the object's name.
 */
export interface OlderVersion<
  Older extends CustomResourceClass = CustomResourceClass,
  SpecType extends z.ZodObject = z.ZodObject,
  StatusType extends z.ZodObject = z.ZodObject,
> {
  /** The class of the older version: the same group and kind, another version. */
  readonly of: Older;
  /** The older version's content in the storage version's words. */
  readonly up: (older: ContentOf<Older>) => VersionContent<SpecType, StatusType>;
  /** The storage version's content in the older version's words. */
  readonly down: (newer: VersionContent<SpecType, StatusType>) => ContentOf<Older>;
}
