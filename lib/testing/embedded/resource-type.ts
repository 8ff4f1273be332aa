import type { JsonObject, Kind } from '../../api/index.ts';
import type { Cause, NameForm, ObjectSource, SchemaNode } from '../../built-in/index.ts';
import type { VersionedObject } from './apply/pruned-object.ts';
import type { NamedType } from './status-error.ts';
import type { StoredObjects } from './store/object-storage.ts';

/** The treatment of fields that the schema doesn't know. */
export type FieldValidation = 'Ignore' | 'Strict' | 'Warn';

/** An object as a client sent it, decoded by its schema. */
export interface Decoded {
  readonly object: JsonObject;
  /** The paths of removed fields. */
  readonly unknown: readonly string[];
}

/** A column of `kubectl get`. */
export interface Column {
  readonly name: string;
  readonly type: string;
  readonly format: string;
  readonly description: string;
  readonly priority: number;
  /** The path of the cells' values; absent for the columns of built-in kinds, and for the names of all objects. */
  readonly jsonPath?: string;
}

/** The fields of the scale subresource, as paths. */
export interface ScalePaths {
  readonly specReplicas: readonly string[];
  readonly statusReplicas: readonly string[];
  readonly selector: readonly string[] | undefined;
}

/** The circumstances of a write. */
export interface Written {
  /** The present object; undefined if it is created. */
  readonly before: JsonObject | undefined;
  readonly subresource: string;
  readonly stored: StoredObjects;
}

/** The rules of one kind. All functions are synchronous but for conversion. */
export interface Strategy {
  readonly nameForm: NameForm;
  /** True if the API server counts the changes of the spec. */
  readonly hasGeneration: boolean;
  /** False if an update without a resource version is refused, as for custom resources. */
  readonly allowsUnconditionalUpdate: boolean;
  /** True if an update creates an object that is absent. */
  readonly allowsCreateOnUpdate: boolean;
  /** True if a deletion is answered with the deleted object. */
  readonly showsDeleted: boolean;
  /** The fields that all objects of the kind have. */
  readonly empty: JsonObject;
  /** Returns an object that a client sent without unknown fields, and with defaults. */
  readonly decoded: (object: JsonObject, source?: ObjectSource) => Decoded;
  /** Returns a new object with the fields that only the API server sets, or a changed one. */
  readonly prepared: (object: JsonObject, written: Written) => JsonObject;
  /** Returns the causes of an object's own fields; the metadata is validated elsewhere. */
  readonly causes: (object: JsonObject, before: JsonObject | undefined, subresource: string) => readonly Cause[];
  /** Returns the warnings about a valid object. */
  readonly warnings: (object: JsonObject, before: JsonObject | undefined) => readonly string[];
  /** Returns an object of any version in another one, for the comparison of fields. @default one for all versions */
  readonly inVersion?: (object: JsonObject, apiVersion: string) => VersionedObject;
  /** Returns a stored object in the version of the endpoint. */
  readonly fromStorage: (object: JsonObject) => Promise<JsonObject>;
  /** Returns an object of the endpoint's version in the version that is stored. */
  readonly toStorage: (object: JsonObject) => Promise<JsonObject>;
}

/** A kind in one version, as the API server serves it. */
export interface ResourceType extends NamedType {
  readonly version: string;
  readonly apiVersion: string;
  readonly singular: string;
  readonly listKind: string;
  readonly isNamespaced: boolean;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly verbs: readonly string[];
  readonly subresources: ReadonlySet<string>;
  /** The name of the kind's objects in the store. */
  readonly collection: string;
  readonly isCustom: boolean;
  readonly schema: SchemaNode;
  readonly strategy: Strategy;
  /** The columns of the kind's tables. */
  readonly columns: readonly Column[];
  readonly scale: ScalePaths | undefined;
  readonly selectableFields: ReadonlySet<string>;
}

/** Returns the kind of a resource, as clients name it. */
export function kindOfType({ group, version, kind, plural, isNamespaced }: ResourceType): Kind {
  return { group, version, kind, plural, scope: isNamespaced ? 'Namespaced' : 'Cluster' };
}
