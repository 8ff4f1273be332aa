import { formatObjectKey, type StoredObject, secretKind } from '../../api/index.ts';
import { certificateTexts, heldKeyPair, type ServingCertificate } from '../../certificate/index.ts';
import type { CertificateSource } from '../../server/index.ts';
import type { Logger } from '../../telemetry/index.ts';
import type { SecretPlace } from './certificate-secret.ts';
import type { WatchObject } from './latest-state.ts';

/** The dependencies of a replica's watch on the Secret. */
export interface SecretCertificatesPorts {
  readonly watchObject: WatchObject;
  readonly logger: Logger;
}

/**
 * The serving certificate in a Secret. If the Secret is deleted, or its content isn't usable, the last usable certificate
 * stays.
 */
export class SecretCertificates implements CertificateSource {
  readonly #watchObject: WatchObject;
  readonly #logger: Logger;
  readonly #key: SecretPlace['key'];
  #current: ServingCertificate | undefined;

  constructor({ watchObject, logger }: SecretCertificatesPorts, { key }: Pick<SecretPlace, 'key'>) {
    this.#watchObject = watchObject;
    this.#logger = logger.with({ secret: formatObjectKey(key) });
    this.#key = key;
  }

  get current(): ServingCertificate | undefined {
    return this.#current;
  }

  async watch(changed: (certificate: ServingCertificate) => void, signal: AbortSignal): Promise<void> {
    let reported = this.#current;
    const see = (secret: StoredObject | undefined) => {
      this.#updateCertificate(secret);
      if (this.#current === undefined || this.#current === reported) return;
      reported = this.#current;
      changed(reported);
    };
    await this.#watchObject({ kind: secretKind, key: this.#key }, see, signal);
  }

  #updateCertificate(secret: StoredObject | undefined): void {
    const texts = certificateTexts(secret);
    const pair = heldKeyPair(texts);
    if (pair === undefined) {
      if (texts['tls.crt'])
        this.#logger.warn('the certificate in the Secret can’t be used; the previous certificate stays in use');
      return;
    }
    if (pair.certificate !== this.#current?.certificate || pair.key !== this.#current.key) this.#current = pair;
  }
}
