// In: each write. Out: its changed object, or the refusal of the first step that doesn't admit it. Called by creates, updates and
// deletions.

import type { JsonObject } from '../../../api/index.ts';
import type { AdmissionStep, AdmittedWrite } from './admitted-write.ts';

/**
 * The steps of admission, in the order of the API server: built-in plugins, mutating policies and webhooks change the object; the
 * API server validates its schema; validating policies, validating webhooks and, last, quotas decide.
 */
export class AdmissionChain {
  readonly #steps: readonly AdmissionStep[];

  constructor(steps: readonly AdmissionStep[]) {
    this.#steps = steps;
  }

  /** Returns the object that all steps have changed. */
  async mutated(request: AdmittedWrite & { readonly object: JsonObject }): Promise<JsonObject> {
    let { object } = request;
    for (const { mutate } of this.#steps) object = (await mutate?.({ ...request, object })) ?? object;
    return object;
  }

  /** Validates the object as it would be stored. */
  async validate(request: AdmittedWrite): Promise<void> {
    for (const { validate } of this.#steps) await validate?.(request);
  }

  /** Runs all steps for a deletion, which has no object to change. */
  async admitDeletion(request: AdmittedWrite): Promise<void> {
    for (const { mutate } of this.#steps) await mutate?.(request);
    await this.validate(request);
  }
}
