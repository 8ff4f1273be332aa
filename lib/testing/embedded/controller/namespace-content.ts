// In: namespaces. Out: the objects that every namespace has. Started by the embedded cluster.

import { isSameJson, type JsonObject } from '../../../api/index.ts';
import { isDeleting, metadataText, objectKeyText, withMetadata } from '../../../built-in/index.ts';
import { updatedFields } from '../apply/field-manager.ts';
import { configMaps, namespaces, serviceAccounts } from '../collection.ts';
import type { ServerState } from '../server-state.ts';
import { fieldWrite } from '../write/target.ts';

const accountName = 'default';
const authorityName = 'kube-root-ca.crt';
const authorityText =
  'Contains a CA bundle that can be used to verify the kube-apiserver when using internal endpoints such as the internal service IP or kubernetes.default.svc. No other usage is guaranteed across distributions of Kubernetes clusters.';

/**
 * Gives each namespace its ServiceAccount `default` and the certificate of the API server's authority, right after the request
 * that creates the namespace. The certificate is empty until the cluster listens.
 */
export class NamespaceContent {
  readonly #state: ServerState;
  #certificate = '';

  constructor(state: ServerState) {
    this.#state = state;
    state.store.subscribe(namespaces, ({ key }) => this.#completeSoon(key));
    for (const collection of [serviceAccounts, configMaps]) {
      state.store.subscribe(collection, ({ type, object }) => {
        const isOwn = [accountName, authorityName].includes(metadataText(object, 'name'));
        if (type !== 'ADDED' && isOwn) this.#completeSoon(metadataText(object, 'namespace'));
      });
    }
  }

  /** Publishes the certificate of the API server's authority. */
  publish(certificate: string): void {
    this.#certificate = certificate;
    for (const [namespace] of this.#state.store.list(namespaces)) this.#complete(namespace);
  }

  /** Other listeners receive the change first. */
  #completeSoon(namespace: string): void {
    queueMicrotask(() => this.#complete(namespace));
  }

  #complete(namespace: string): void {
    const { store } = this.#state;
    const found = store.get(namespaces, namespace);
    if (found === undefined || isDeleting(found)) return;
    if (store.get(serviceAccounts, `${namespace}/${accountName}`) === undefined) {
      const metadata = { name: accountName, namespace };
      this.#create(serviceAccounts, { apiVersion: 'v1', kind: 'ServiceAccount', metadata });
    }
    this.#publishIn(namespace);
  }

  #publishIn(namespace: string): void {
    const { store } = this.#state;
    const live = store.get(configMaps, `${namespace}/${authorityName}`);
    const data = { 'ca.crt': this.#certificate };
    if (live !== undefined && isSameJson(live.data ?? {}, data)) return;
    const annotations = { 'kubernetes.io/description': authorityText };
    const metadata = { name: authorityName, namespace, annotations };
    const next = live === undefined ? { apiVersion: 'v1', kind: 'ConfigMap', metadata, data } : { ...live, data };
    const managed = this.#managed(live, next);
    if (live === undefined) this.#create(configMaps, managed);
    else store.put(configMaps, `${namespace}/${authorityName}`, managed);
  }

  #create(collection: string, object: JsonObject): void {
    const metadata = { uid: this.#state.uid(), creationTimestamp: this.#state.now() };
    const key = objectKeyText(object);
    this.#state.store.put(collection, key, withMetadata(object, metadata));
  }

  #managed(live: JsonObject | undefined, next: JsonObject): JsonObject {
    const type = this.#state.registry.find('', 'v1', 'configmaps');
    if (type === undefined) return next;
    return updatedFields(live, next, fieldWrite(this.#state, type, { name: 'kube-controller-manager' }));
  }
}
