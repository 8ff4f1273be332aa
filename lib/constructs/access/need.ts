import type { Verb } from './grant.ts';

/** The verbs that one need takes. */
interface NeededVerbs {
  /** Of the requests that the run time sends. */
  readonly sent?: readonly Verb[];
  /** Which no request bears, and which the API server asks for all the same. */
  readonly implied?: readonly Verb[];
}

/** The whole of what an operator may be granted. */
const needed = {
  /** A watcher lists, then watches. */
  follow: { sent: ['list', 'watch'] },
  /** Server-side apply is a patch; what it is the first to name, it creates. */
  apply: { sent: ['patch'], implied: ['create'] },
  prune: { sent: ['delete'] },
  /** An author's callback creates an object. */
  create: { sent: ['create'] },
  /** An author's callback patches an object, or its status. */
  patch: { sent: ['patch'] },
  /** Server-side apply of the status subresource. */
  report: { sent: ['patch'] },
  /** The finalizer is put on and taken off by a patch of the resource. */
  finalize: { sent: ['patch'] },
  /** `blockOwnerDeletion` takes `update` of the owner's finalizers where OwnerReferencesPermissionEnforcement runs. */
  own: { implied: ['update'] },
  /** There, who changes the owners of an object that exists must be allowed to delete it, though nothing ever does. */
  claim: { implied: ['delete'] },
  /** A volume claim is asked to be larger by a patch. */
  grow: { sent: ['patch'] },
  /** Events are created, and repeated ones counted up. */
  record: { sent: ['create', 'patch'] },
  /** The lease is read, and taken and renewed by a patch; its creation is granted apart, because it has no name yet. */
  elect: { sent: ['get', 'patch'] },
  /** Who holds which of the leases is seen in one list. */
  survey: { sent: ['list'] },
  /** Who somebody is and what they may is asked by creating a review, which is answered and not kept. */
  review: { sent: ['create'] },
  /** The Secret of the certificates is written by a patch; its creation is granted apart, likewise. */
  keep: { sent: ['patch'] },
  /** Which authority API servers trust, and how they convert, is patched into a registration. */
  register: { sent: ['patch'] },
  /** One object is read by its name: a definition for the stored versions, the manager's Deployment for its uid. */
  inspect: { sent: ['get'] },
  /** Stored objects are listed page by page, and each is patched with nothing. */
  rewrite: { sent: ['list', 'patch'] },
  /** What a migration has come to is patched into the definition's status. */
  clean: { sent: ['patch'] },
} as const satisfies Readonly<Record<string, NeededVerbs>>;

/** What the run time does to a kind. */
export type Need = keyof typeof needed;

/** The verbs that a need takes. */
export function verbsOf(need: Need): readonly Verb[] {
  const { sent = [], implied = [] }: NeededVerbs = needed[need];
  return [...sent, ...implied];
}
