import type { JsonObject } from '../../schema/index.ts';
import type { KindReference } from '../kind/kind-reference.ts';
import type { ObjectMeta } from '../object/kubernetes-object.ts';
import type { ObjectKey } from '../object/object-key.ts';
import type { SpecInput } from '../resource/resource.ts';
import type { CustomResourceClass } from '../resource/resource-definition.ts';
import type { Observed } from './observed.ts';
import type { Declared, Use } from './use.ts';

/**
 * Reads and writes objects on the API server, for the kinds and methods that the definition declares in `uses`.
 *
 * It shares the manager's credentials, connections and time-outs. Every request ends with the callback's signal, and
 * the API server sees the operator's account and field manager. Writes of a controller are refused when this replica no
 * longer leads. `get` and `list` ask the API server; `live` reads the caches without a request.
 *
 * @throws ApiError if the API server refuses the request. Its predicates, such as `isNotFound` and `isConflict`, give
 *   the cause.
 * @throws ConnectionError if the API server can't be reached.
 * @throws TypeError for a kind or method that `uses` doesn't declare, if a cast hides it from the compiler.
 */
export interface DeclaredClient<Uses extends readonly Use[] = readonly Use[]> {
  /** Reads one object. */
  get<Reference extends KindReference>(
    kind: Reference & Declared<Reference, Uses, 'get'>,
    key: ObjectKey,
  ): Promise<Observed<Reference>>;

  /**
   * Reads the objects of a kind into one list, sorted by namespace and name. The API server is asked for pages of 500, all
   * of one resource version. For many objects, {@link each} takes less memory.
   */
  list<Reference extends KindReference>(
    kind: Reference & Declared<Reference, Uses, 'list'>,
    selection?: ListSelection,
  ): Promise<readonly Observed<Reference>[]>;

  /**
   * Reads the objects of a kind one after the other, and keeps one page of 500 at a time. Takes the verb `list`.
   *
   * @example for await (const { metadata } of client.each(k8s.KubeNode)) names.push(metadata.name);
   */
  each<Reference extends KindReference>(
    kind: Reference & Declared<Reference, Uses, 'list'>,
    selection?: ListSelection,
  ): AsyncIterable<Observed<Reference>>;

  /** Creates an object. With `generateName` instead of a name, the API server makes a name that begins with it. */
  create<Reference extends KindReference>(
    kind: Reference & Declared<Reference, Uses, 'create'>,
    object: WrittenObject<Reference> | GeneratedObject<Reference>,
  ): Promise<Observed<Reference>>;

  /**
   * Applies an object (server-side apply): sets its fields, creates it if it is absent, and removes fields that the
   * operator applied before and that are left out now.
   */
  apply<Reference extends KindReference>(
    kind: Reference & Declared<Reference, Uses, 'apply'>,
    object: WrittenObject<Reference>,
    options?: ApplyConflicts,
  ): Promise<Observed<Reference>>;

  /** Changes fields of an object by a JSON merge patch: null removes a field. @see https://www.rfc-editor.org/rfc/rfc7396 */
  patch<Reference extends KindReference>(
    kind: Reference & Declared<Reference, Uses, 'patch'>,
    key: ObjectKey,
    patch: JsonObject,
  ): Promise<Observed<Reference>>;

  /** Changes fields of the status, in the same way. @param status - without the field `status` around it. */
  patchStatus<Reference extends KindReference>(
    kind: Reference & Declared<Reference, Uses, 'patchStatus'>,
    key: ObjectKey,
    status: JsonObject,
  ): Promise<Observed<Reference>>;

  /**
   * Deletes an object. Resolves when the API server has accepted the deletion; finalizers may keep the object for a
   * while. For an object that is gone already, rejects with an ApiError that `isNotFound`.
   */
  delete<Reference extends KindReference>(
    kind: Reference & Declared<Reference, Uses, 'delete'>,
    key: ObjectKey,
    conditions?: DeletionConditions,
  ): Promise<void>;
}

/** Selects the objects that {@link DeclaredClient.list} reads. */
export interface ListSelection {
  /** @default all namespaces */
  readonly namespace?: string;
  /** Labels that an object must have, with these values. @default any */
  readonly labels?: Readonly<Record<string, string>>;
  /** Fields that must have these values, such as `metadata.name`. @default any */
  readonly fields?: Readonly<Record<string, string>>;
}

/** The reaction of an apply to fields that another field manager owns. */
export interface ApplyConflicts {
  /** `force` takes them over, `refuse` rejects with an ApiError that `isConflict`. @default refuse */
  readonly conflicts?: 'force' | 'refuse';
}

/** The conditions of a deletion, and the policy for objects that the object owns. */
export interface DeletionConditions {
  /** Deletes the object only if it has this uid. @default any */
  readonly uid?: string;
  /** Deletes the object only if it has this version. @default any */
  readonly resourceVersion?: string;
  /** @default the kind's own policy */
  readonly propagationPolicy?: 'Background' | 'Foreground' | 'Orphan';
}

/** An object as a callback writes it: its content, without the fields that the kind or the API server sets. */
export type WrittenObject<Reference> = { readonly metadata: ObjectMeta } & (Reference extends CustomResourceClass
  ? { readonly spec: SpecInput<Reference> }
  : Omit<Observed<Reference>, 'apiVersion' | 'kind' | 'metadata' | 'status'>);

/** An object whose name the API server makes. */
export type GeneratedObject<Reference> = Omit<WrittenObject<Reference>, 'metadata'> & {
  readonly metadata: Omit<ObjectMeta, 'name' | 'generateName'> & {
    readonly name?: never;
    readonly generateName: string;
  };
};
