import type { Verb } from './grant.ts';

/** What the run time does to a kind. */
export type Need =
  | 'follow'
  | 'apply'
  | 'claim'
  | 'prune'
  | 'report'
  | 'finalize'
  | 'own'
  | 'grow'
  | 'record'
  | 'elect'
  | 'survey'
  | 'review'
  | 'keep'
  | 'register'
  | 'inspect'
  | 'rewrite'
  | 'clean';

/** The verbs that a need takes. The two tables below are the whole of what an operator may be granted. */
export function verbsOf(need: Need): readonly Verb[] {
  return [...(sent[need] ?? []), ...(implied[need] ?? [])];
}

/** The verbs of the requests that the run time sends. */
const sent: Readonly<Partial<Record<Need, readonly Verb[]>>> = {
  /** A watcher lists, then watches. */
  follow: ['list', 'watch'],
  /** Server-side apply is a patch. */
  apply: ['patch'],
  prune: ['delete'],
  /** Server-side apply of the status subresource. */
  report: ['patch'],
  /** The finalizer is put on and taken off by a patch of the resource. */
  finalize: ['patch'],
  /** A volume claim is asked to be larger by a patch. */
  grow: ['patch'],
  /** Events are created, and repeated ones counted up. */
  record: ['create', 'patch'],
  /** The lease is read, and taken and renewed by a patch; its creation is granted apart, because it has no name yet. */
  elect: ['get', 'patch'],
  /** Who holds which of the leases is seen in one list. */
  survey: ['list'],
  /** Who somebody is and what they may is asked by creating a review, which is answered and not kept. */
  review: ['create'],
  /** The Secret of the certificates is written by a patch; its creation is granted apart, likewise. */
  keep: ['patch'],
  /** Whom API servers are to trust is patched into a registration. */
  register: ['patch'],
  /** A definition is read for the versions in which its objects are stored. */
  inspect: ['get'],
  /** Stored objects are listed page by page, and each is patched with nothing. */
  rewrite: ['list', 'patch'],
  /** What a migration has come to is patched into the definition's status. */
  clean: ['patch'],
};

/** The verbs that no request bears, and that the API server asks for all the same. */
const implied: Readonly<Partial<Record<Need, readonly Verb[]>>> = {
  /** What an apply is the first to name, it creates. */
  apply: ['create'],
  /** `blockOwnerDeletion` takes `update` of the owner's finalizers where OwnerReferencesPermissionEnforcement runs. */
  own: ['update'],
  /** There, who changes the owners of an object that exists must be allowed to delete it, though nothing ever does. */
  claim: ['delete'],
};
