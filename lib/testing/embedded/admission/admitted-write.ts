import type { JsonObject } from '../../../api/index.ts';
import type { Requester } from '../request.ts';
import type { ResourceType } from '../resource-type.ts';
import type { Reinvocations } from './reinvocation.ts';

/** The group, version and name of a kind. */
export interface KindName {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** Subresource → the kind of its objects, if that isn't the kind of the resource. */
export const subresourceKinds: Readonly<Record<string, KindName>> = {
  eviction: { group: 'policy', version: 'v1', kind: 'Eviction' },
  scale: { group: 'autoscaling', version: 'v1', kind: 'Scale' },
};

/** One write, as admission sees it. */
export interface AdmittedWrite {
  readonly operation: 'CREATE' | 'UPDATE' | 'DELETE';
  /** The addressed resource. */
  readonly type: ResourceType;
  readonly subresource: string;
  /** The kind of the objects: that of the resource, or of the subresource, such as Scale. */
  readonly kind: KindName;
  readonly namespace: string | undefined;
  /** Empty if the API server generates the name, and for the deletion of a collection. */
  readonly name: string;
  /** The name in the path; empty for a POST. */
  readonly pathName: string;
  /** Absent from deletions. */
  readonly object: JsonObject | undefined;
  /** Absent from creates. */
  readonly oldObject: JsonObject | undefined;
  /** For example a CreateOptions. */
  readonly options: JsonObject;
  readonly isDryRun: boolean;
  readonly requester: Requester;
}

/** A built-in plugin, which answers at once, the webhooks or the policies. Throws a StatusError to refuse a write. */
export interface AdmissionStep {
  /** Returns the changed object of the write; undefined for deletions. */
  readonly mutate?: (
    write: AdmittedWrite,
    reinvocations: Reinvocations,
  ) => Promise<JsonObject | undefined> | JsonObject | undefined;
  /** Validates the object that would be stored. */
  readonly validate?: (write: AdmittedWrite) => Promise<void> | undefined;
  /** Decides by the stored objects whether there is room for the object, in the same turn as the write is stored. */
  readonly limit?: (write: AdmittedWrite) => void;
}
