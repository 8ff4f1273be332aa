import type { Verb } from './grant.ts';

/** The verbs of one need. */
interface NeededVerbs {
  /** The verbs of requests that the manager sends. */
  readonly sent?: readonly Verb[];
  /** The verbs that the API server requires although no request has them. */
  readonly implied?: readonly Verb[];
}

/** All rights that an operator may get, by the need for them. */
const verbsByNeed = {
  /** A watcher lists, then watches. */
  watch: { sent: ['list', 'watch'] },
  /** Server-side apply is a patch, and creates an absent object. */
  apply: { sent: ['patch'], implied: ['create'] },
  prune: { sent: ['delete'] },
  /** An author's callback creates an object. */
  create: { sent: ['create'] },
  /** An author's callback patches an object, or its status. */
  patch: { sent: ['patch'] },
  /** A patch writes the status subresource. */
  writeStatus: { sent: ['patch'] },
  /** A patch of the resource adds and removes the finalizer. */
  finalize: { sent: ['patch'] },
  /**
   * `blockOwnerDeletion` needs `update` of the owner's finalizers if OwnerReferencesPermissionEnforcement is enabled.
   */
  blockDeletion: { implied: ['update'] },
  /** If it is, changing the owners of an existing object requires the right to delete it, though nothing ever does. */
  changeOwner: { implied: ['delete'] },
  /** A patch enlarges a volume claim. */
  growClaim: { sent: ['patch'] },
  /** Events are created, and the count of repeated ones is patched. */
  recordEvent: { sent: ['create', 'patch'] },
  /**
   * The lease is read, and acquired and renewed by a patch. Its creation is granted separately, because it has no name
   * yet.
   */
  elect: { sent: ['get', 'patch'] },
  /** One list returns the holders of all leases. */
  list: { sent: ['list'] },
  /** A created review returns an account or its rights, and isn't stored. */
  review: { sent: ['create'] },
  /** A patch writes the Secret of the certificates. Its creation is granted separately, for the same reason. */
  storeCertificate: { sent: ['patch'] },
  /** A patch writes the authority or the conversion into a registration. */
  register: { sent: ['patch'] },
  /** One object is read by its name: a definition for the stored versions, the manager's Deployment for its uid. */
  read: { sent: ['get'] },
  /** Stored objects are listed in pages, and each gets an empty patch. */
  rewrite: { sent: ['list', 'patch'] },
  /** A patch of the definition's status records the result of a migration. */
  recordMigration: { sent: ['patch'] },
} as const satisfies Readonly<Record<string, NeededVerbs>>;

/** An operation of the manager that needs rights to a kind. */
export type Need = keyof typeof verbsByNeed;

/** Returns the verbs that some needs require. */
export function verbsOf(...needs: readonly Need[]): readonly Verb[] {
  return needs.flatMap((need) => {
    const { sent = [], implied = [] }: NeededVerbs = verbsByNeed[need];
    return [...sent, ...implied];
  });
}
