// The checks that only the level `restricted` has, as in Kubernetes 1.35 and later.

import type { JsonObject } from '../../../../../api/index.ts';
import { fieldAt, fieldsAt, numberAt, objectsAt, scalarText, textAt, textsAt } from '../../../../../schema/index.ts';
import { addedCapabilities, unconfinedSeccomp } from './overlapping-check.ts';
import {
  containerNames,
  countedTexts,
  distinctTexts,
  quotedTexts,
  type SecurityCheck,
  settersText,
} from './security-check.ts';

const storedVolumes = [
  'configMap',
  'csi',
  'downwardAPI',
  'emptyDir',
  'ephemeral',
  'image',
  'persistentVolumeClaim',
  'projected',
  'secret',
];

function isWindows(pod: JsonObject): boolean {
  return textAt(pod, 'spec.os.name') === 'windows';
}

/** Returns true if users of the pod's containers are others on the node. */
function hasOwnUsers(pod: JsonObject): boolean {
  return fieldAt(pod, 'spec.hostUsers') === false;
}

/** Returns the containers that a setting of neither their own nor of the pod protects. */
function unprotected(pod: JsonObject, isSet: (context: JsonObject) => boolean): string | undefined {
  if (isSet(fieldsAt(pod, 'spec.securityContext'))) return undefined;
  const names = containerNames(pod, (container) => !isSet(fieldsAt(container, 'securityContext')));
  return names.length === 0 ? undefined : `pod or ${countedTexts('container', names)} must set securityContext`;
}

function nonRoot(pod: JsonObject): string | undefined {
  if (hasOwnUsers(pod)) return undefined;
  const explicit = settersText(pod, (context) => context.runAsNonRoot === false);
  if (explicit !== undefined) return `${explicit} must not set securityContext.runAsNonRoot=false`;
  const found = unprotected(pod, (context) => context.runAsNonRoot === true);
  return found === undefined ? undefined : `${found}.runAsNonRoot=true`;
}

function seccomp(pod: JsonObject): string | undefined {
  if (isWindows(pod)) return undefined;
  const explicit = unconfinedSeccomp(pod);
  if (explicit !== undefined) return explicit;
  const found = unprotected(pod, (context) => textAt(context, 'seccompProfile.type') !== '');
  return found === undefined ? undefined : `${found}.seccompProfile.type to "RuntimeDefault" or "Localhost"`;
}

function capabilities(pod: JsonObject): string | undefined {
  if (isWindows(pod)) return undefined;
  const names = containerNames(pod, (each) => !textsAt(each, 'securityContext.capabilities.drop').includes('ALL'));
  const added = addedCapabilities(pod, (capability) => capability === 'NET_BIND_SERVICE');
  const found = [
    ...(names.length === 0
      ? []
      : [`${countedTexts('container', names)} must set securityContext.capabilities.drop=["ALL"]`]),
    ...(added === undefined ? [] : [added]),
  ];
  return found.length === 0 ? undefined : found.join('; ');
}

function volumes(pod: JsonObject): string | undefined {
  const restricted = objectsAt(pod, 'spec.volumes').filter((volume) =>
    storedVolumes.every((source) => volume[source] === undefined),
  );
  if (restricted.length === 0) return undefined;
  const types = distinctTexts(restricted.flatMap((volume) => Object.keys(volume).filter((field) => field !== 'name')));
  const verb = restricted.length === 1 ? 'uses' : 'use';
  const names = countedTexts(
    'volume',
    restricted.map(({ name }) => scalarText(name)),
  );
  return `${names} ${verb} restricted ${countedTexts('volume type', types)}`;
}

/** The checks, in the order of their sentences. */
export const restrictedChecks: readonly SecurityCheck[] = [
  {
    reason: 'allowPrivilegeEscalation != false',
    detail: (pod) => {
      const names = containerNames(pod, (each) => fieldAt(each, 'securityContext.allowPrivilegeEscalation') !== false);
      return isWindows(pod) || names.length === 0
        ? undefined
        : `${countedTexts('container', names)} must set securityContext.allowPrivilegeEscalation=false`;
    },
  },
  { reason: 'unrestricted capabilities', detail: capabilities },
  {
    reason: 'procMount',
    detail: (pod) => {
      const mountOf = (each: JsonObject) => textAt(each, 'securityContext.procMount', 'Default');
      const names = containerNames(pod, (each) => mountOf(each) !== 'Default');
      return names.length === 0
        ? undefined
        : `${countedTexts('container', names)} must not set securityContext.procMount to ${quotedTexts(['Unmasked'])}`;
    },
  },
  { reason: 'restricted volume types', detail: volumes },
  { reason: 'runAsNonRoot != true', detail: nonRoot },
  {
    reason: 'runAsUser=0',
    detail: (pod) => {
      const found = hasOwnUsers(pod) ? undefined : settersText(pod, (context) => numberAt(context, 'runAsUser') === 0);
      return found === undefined ? undefined : `${found} must not set runAsUser=0`;
    },
  },
  { reason: 'seccompProfile', detail: seccomp },
];
