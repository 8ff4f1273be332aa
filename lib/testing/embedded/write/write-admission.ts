import type { JsonObject } from '../../../api/index.ts';
import { withFields } from '../../../schema/index.ts';
import { type AdmittedWrite, subresourceKinds } from '../admission/admitted-write.ts';
import type { ServerState } from '../server-state.ts';
import type { DeletedAddress, Target } from './target.ts';

type Objects = Pick<AdmittedWrite, 'oldObject' | 'operation'> & {
  readonly object: JsonObject;
  readonly name?: string;
  /** @default the name */
  readonly pathName?: string;
};

/** Returns a write as admission sees it. */
function admittedWrite(target: Target, objects: Objects): AdmittedWrite & { readonly object: JsonObject } {
  const { type, namespace, name, subresource, options, requester } = target;
  const kind = subresourceKinds[subresource] ?? { group: type.group, version: type.version, kind: type.kind };
  const optionsKind = objects.operation === 'CREATE' ? 'CreateOptions' : 'UpdateOptions';
  return {
    type,
    subresource,
    kind,
    namespace,
    name,
    pathName: name,
    options: { kind: optionsKind, apiVersion: 'meta.k8s.io/v1', ...withFields(options.written, { force: undefined }) },
    isDryRun: options.isDryRun,
    requester,
    ...objects,
  };
}

/** Returns the object of a write with the changes of admission. */
export function admitMutation({ admission }: ServerState, target: Target, objects: Objects): Promise<JsonObject> {
  return admission.mutated(admittedWrite(target, objects));
}

/** Lets admission validate the object that would be stored. */
export function admitValidation({ admission }: ServerState, target: Target, objects: Objects): Promise<void> {
  return admission.validate(admittedWrite(target, objects));
}

/** Lets admission limit what is stored. Nothing may pause between this and the write. */
export function admitStorage({ admission }: ServerState, target: Target, objects: Objects): void {
  admission.limit(admittedWrite(target, objects));
}

/** Lets admission validate a deletion. */
export function admitDeletion(
  { admission }: ServerState,
  { type, namespace, name, requester, options, oldObject }: AdmittedDeletion,
): Promise<void> {
  const { group, version, kind } = type;
  return admission.admitDeletion({
    operation: 'DELETE',
    type,
    subresource: '',
    kind: { group, version, kind },
    namespace,
    name: options.isOfCollection === true ? '' : name,
    pathName: options.isOfCollection === true ? '' : name,
    object: undefined,
    oldObject,
    options: {
      ...options.written,
      kind: 'DeleteOptions',
      apiVersion: 'meta.k8s.io/v1',
    },
    isDryRun: options.isDryRun,
    requester,
  });
}

interface AdmittedDeletion extends DeletedAddress {
  readonly options: {
    readonly isDryRun: boolean;
    readonly isOfCollection?: boolean;
    readonly written: JsonObject;
  };
  readonly oldObject: JsonObject;
}
