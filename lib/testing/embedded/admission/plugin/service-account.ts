// In: a new pod. Out: the pod with its ServiceAccount and the volume of its token, or a refusal. A step of admission.

import type { JsonObject } from '../../../../api/index.ts';
import { annotationsOf, metadataText } from '../../../../built-in/index.ts';
import { fieldAt, objectsAt, scalarText, textAt } from '../../../../schema/index.ts';
import type { ObjectStorage } from '../../store/object-storage.ts';
import type { AdmissionStep, AdmittedWrite } from '../admitted-write.ts';
import { isNewPod, newPodStep, pluginRefusal, withPodSpec } from './new-pod.ts';

const tokenPath = '/var/run/secrets/kubernetes.io/serviceaccount';
const tokenVolume = 'kube-api-access-';
const limitsSecrets = 'kubernetes.io/enforce-mountable-secrets';

/** Gives new pods the ServiceAccount `default` if they name none, its pull secrets, and a volume with its token. */
export function serviceAccount(store: ObjectStorage, nameSuffix: () => string): AdmissionStep {
  const step = newPodStep((pod, write) => {
    const account = accountOf(store, pod, write);
    const mounted = isMounted(pod, account) ? withToken(pod, nameSuffix) : pod;
    return withPodSpec(mounted, (spec) => ({
      serviceAccountName: metadataText(account, 'name'),
      serviceAccount: metadataText(account, 'name'),
      imagePullSecrets: spec.imagePullSecrets ?? account.imagePullSecrets,
    }));
  });
  return {
    ...step,
    validate: (write) => {
      if (isNewPod(write)) assertSecrets(accountOf(store, write.object, write), write.object, write);
    },
  };
}

function accountOf(store: ObjectStorage, pod: JsonObject, write: AdmittedWrite): JsonObject {
  const name = textAt(pod, 'spec.serviceAccountName', 'default');
  const key = `${write.namespace ?? ''}/${name}`;
  const account = store.get('/serviceaccounts', key);
  if (account === undefined) {
    throw pluginRefusal(write, `error looking up service account ${key}: serviceaccount "${name}" not found`);
  }
  return account;
}

function isMounted(pod: JsonObject, account: JsonObject): boolean {
  return (fieldAt(pod, 'spec.automountServiceAccountToken') ?? account.automountServiceAccountToken) !== false;
}

/** Mounts the token where nothing else is mounted. A volume whose name has the right beginning is taken for the token's. */
function withToken(pod: JsonObject, nameSuffix: () => string): JsonObject {
  const volumes = objectsAt(pod, 'spec.volumes');
  const present = volumes.find(({ name }) => scalarText(name).startsWith(tokenVolume));
  const name = present === undefined ? tokenVolume + nameSuffix() : scalarText(present.name);
  const isUnmounted = (container: JsonObject) =>
    objectsAt(container, 'volumeMounts').every(({ mountPath }) => mountPath !== tokenPath);
  const containers = (field: string) =>
    objectsAt(pod, `spec.${field}`).map((container) => {
      if (!isUnmounted(container)) return container;
      const mount = { name, readOnly: true, mountPath: tokenPath };
      return { ...container, volumeMounts: [...objectsAt(container, 'volumeMounts'), mount] };
    });
  const isNeeded = ['containers', 'initContainers'].some((field) => objectsAt(pod, `spec.${field}`).some(isUnmounted));
  if (!isNeeded) return pod;
  return withPodSpec(pod, (spec) => ({
    containers: spec.containers === undefined ? undefined : containers('containers'),
    initContainers: spec.initContainers === undefined ? undefined : containers('initContainers'),
    volumes: present === undefined ? [...volumes, { name, projected }] : volumes,
  }));
}

const projected: JsonObject = {
  sources: [
    { serviceAccountToken: { expirationSeconds: 3607, path: 'token' } },
    { configMap: { name: 'kube-root-ca.crt', items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
    {
      downwardAPI: {
        items: [{ path: 'namespace', fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.namespace' } }],
      },
    },
  ],
  defaultMode: 420,
};

/** Refuses secrets that an account doesn't list, if it demands that. */
function assertSecrets(account: JsonObject, pod: JsonObject, write: AdmittedWrite): void {
  if (annotationsOf(account)[limitsSecrets] !== 'true') return;
  const named = (field: string) => new Set(objectsAt(account, field).map(({ name }) => scalarText(name)));
  const [mountable, pulled] = [named('secrets'), named('imagePullSecrets')];
  const reason = `because service account ${metadataText(account, 'name')} does not reference that`;
  for (const volume of objectsAt(pod, 'spec.volumes')) {
    const secret = textAt(volume, 'secret.secretName');
    if (secret === '' || mountable.has(secret)) continue;
    throw pluginRefusal(write, `volume with secret.secretName="${secret}" is not allowed ${reason} secret`);
  }
  for (const [kind, field] of [
    ['init container', 'initContainers'],
    ['container', 'containers'],
  ]) {
    for (const container of objectsAt(pod, `spec.${field}`)) {
      for (const variable of objectsAt(container, 'env')) {
        const secret = textAt(variable, 'valueFrom.secretKeyRef.name');
        if (secret === '' || mountable.has(secret)) continue;
        const place = `${kind} ${textAt(container, 'name')} with envVar ${textAt(variable, 'name')}`;
        throw pluginRefusal(
          write,
          `${place} referencing secret.secretName="${secret}" is not allowed ${reason} secret`,
        );
      }
    }
  }
  for (const [index, { name }] of objectsAt(pod, 'spec.imagePullSecrets').entries()) {
    if (pulled.has(scalarText(name))) continue;
    throw pluginRefusal(
      write,
      `imagePullSecrets[${index}].name="${scalarText(name)}" is not allowed ${reason} imagePullSecret`,
    );
  }
}
