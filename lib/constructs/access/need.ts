import type { Verb } from './grant.ts';

/** What the run time does to a kind. */
export type Need = 'follow' | 'apply' | 'prune' | 'report' | 'finalize' | 'own' | 'record' | 'elect';

/**
 * The verbs behind each need: those that the run time sends, and those that the API server asks for on top.
 * This table is the whole of what an operator may be granted.
 */
export const verbsOf: Readonly<Record<Need, readonly Verb[]>> = {
  /** A reflector lists, then watches. */
  follow: ['list', 'watch'],
  /** Server-side apply is a patch, and implies `create` where the object doesn't exist yet. */
  apply: ['create', 'patch'],
  prune: ['delete'],
  /** Server-side apply of the status subresource, which can't create. */
  report: ['patch'],
  /** The finalizer is put on and taken off by a patch of the resource. */
  finalize: ['patch'],
  /** `blockOwnerDeletion` implies `update` on the owner's finalizers where OwnerReferencesPermissionEnforcement runs. */
  own: ['update'],
  /** Events are created, and repeated ones counted up. */
  record: ['create', 'patch'],
  /** The lease is read, taken and renewed; its creation is granted apart, because it can't be granted by name. */
  elect: ['get', 'patch'],
};
