// In: each write. Out: its changed object, or the refusal of the first step that doesn't admit it. Called by creates, updates and
// deletions.

import type { JsonObject } from '../../../api/index.ts';
import type { AdmissionStep, AdmittedWrite } from './admitted-write.ts';
import { Reinvocations } from './reinvocation.ts';

/**
 * The steps of admission, in the order of the API server: built-in plugins, mutating policies and webhooks change the object; the
 * API server validates its schema; validating policies, validating webhooks and, last, quotas decide.
 */
export class AdmissionChain {
  readonly #mutating: readonly NonNullable<AdmissionStep['mutate']>[];
  readonly #validating: readonly NonNullable<AdmissionStep['validate']>[];
  readonly #limiting: readonly NonNullable<AdmissionStep['limit']>[];

  constructor(steps: readonly AdmissionStep[]) {
    this.#mutating = steps.flatMap(({ mutate }) => mutate ?? []);
    this.#validating = steps.flatMap(({ validate }) => validate ?? []);
    this.#limiting = steps.flatMap(({ limit }) => limit ?? []);
  }

  /** Returns the object that all steps have changed: once more if a webhook or a policy has changed what earlier ones saw. */
  async mutated(write: AdmittedWrite & { readonly object: JsonObject }): Promise<JsonObject> {
    const reinvocations = new Reinvocations();
    const first = (await this.#round(write, reinvocations)) ?? write.object;
    if (!reinvocations.needsSecond) return first;
    reinvocations.isSecond = true;
    return (await this.#round({ ...write, object: first }, reinvocations)) ?? first;
  }

  /** Validates the object as it would be stored. */
  async validate(write: AdmittedWrite): Promise<void> {
    for (const validate of this.#validating) {
      const response = validate(write);
      if (response !== undefined) await response;
    }
  }

  /** Limits what is stored. Called without a pause before the write, so that concurrent writes don't exceed a quota together. */
  limit(write: AdmittedWrite): void {
    for (const limit of this.#limiting) limit(write);
  }

  /** Runs all steps for a deletion, which has no object to change. */
  async admitDeletion(write: AdmittedWrite): Promise<void> {
    await this.#round(write, new Reinvocations());
    await this.validate(write);
  }

  async #round(write: AdmittedWrite, reinvocations: Reinvocations): Promise<JsonObject | undefined> {
    let { object } = write;
    for (const mutate of this.#mutating) {
      const response = mutate({ ...write, object }, reinvocations);
      object = (response instanceof Promise ? await response : response) ?? object;
    }
    return object;
  }
}
