import type { JsonObject } from '../../api/index.ts';
import { type Clock, timestamp } from '../../clock/index.ts';
import type { AdmissionChain } from './admission/admission-chain.ts';
import { NameSuffixes } from './name-suffix.ts';
import type { Registry } from './registry.ts';
import type { EmbeddedRequest, EmbeddedResponse, Requester } from './request.ts';
import type { ObjectStorage } from './store/object-storage.ts';

/** The parts of a server's state. */
export interface StateParts {
  readonly store: ObjectStorage;
  readonly registry: Registry;
  readonly clock: Clock;
  readonly admission: AdmissionChain;
}

/** The fields of a collection that change with time, when a client reads or watches it. */
export interface Refresh {
  /** The time between two changes. */
  readonly everyMs: number;
  /** Brings the objects up to date. */
  readonly refresh: () => Promise<void>;
}

/** Answers a request for a subresource of an object. */
type Endpoint = (
  object: JsonObject,
  request: EmbeddedRequest & { readonly requester: Requester },
) => Promise<EmbeddedResponse>;

/** The state that all requests and controllers of one embedded API server share. */
export class ServerState {
  readonly store: ObjectStorage;
  readonly registry: Registry;
  readonly clock: Clock;
  readonly admission: AdmissionChain;
  /** Collection and subresource, such as `/pods/log` → its responses for an object. */
  readonly endpoints = new Map<string, Endpoint>();
  /** Collection → the refresh before a request for it, repeated while it is watched. */
  readonly refreshes = new Map<string, Refresh>();
  #uidCount = 0;
  readonly #names = new NameSuffixes();

  constructor({ store, registry, clock, admission }: StateParts) {
    this.store = store;
    this.registry = registry;
    this.clock = clock;
    this.admission = admission;
  }

  /** The present time, as in metadata. */
  now(): string {
    return timestamp(this.clock.now());
  }

  /** Returns a new uid. The same requests lead to the same uids. */
  uid(): string {
    this.#uidCount += 1;
    return `00000000-0000-4000-8000-${this.#uidCount.toString(16).padStart(12, '0')}`;
  }

  /** Returns five characters for a generated name. */
  nameSuffix(): string {
    return this.#names.next();
  }
}
