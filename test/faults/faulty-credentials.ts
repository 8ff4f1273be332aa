// In: the valid token and the authority to trust. Out: the credential files of one client, correct or not yet correct.
// Called by `FaultyNetwork`.

import { renameSync, writeFileSync } from 'node:fs';

/**
 * Kubeconfig, token and certificate authority of one client, as files that change while it runs.
 *
 * Files are written at once: of two that change together, the older text must not come last.
 */
export class FaultyCredentials {
  readonly #path: string;
  #tokenCount = 0;
  #draftCount = 0;
  /** Number of refusals until the token is correct; 0: it is. */
  #lateToken = 0;
  #lateAuthority = 0;
  #authority: string;

  /**
   * @param path - prefix of the paths of the files.
   * @param authority - PEM.
   */
  static write(path: string, server: string, authority: string): FaultyCredentials {
    const credentials = new FaultyCredentials(path, authority);
    credentials.correct();
    writeFileSync(credentials.kubeconfig, JSON.stringify(credentials.#kubeconfig(server)));
    return credentials;
  }

  private constructor(path: string, authority: string) {
    this.#path = path;
    this.#authority = authority;
  }

  /** Path of the kubeconfig. */
  get kubeconfig(): string {
    return `${this.#path}-kubeconfig`;
  }

  /** Returns true if the headers have the valid token. Each refusal brings a late token nearer. */
  isValid(authorization: string | undefined): boolean {
    if (authorization === `Bearer ${this.#token}`) return true;
    if (this.#lateToken > 0 && --this.#lateToken === 0) this.#replace('token', this.#token);
    return false;
  }

  /** Counts a connection of a client, which may not trust the right authority yet. */
  connected(): void {
    if (this.#lateAuthority > 0 && --this.#lateAuthority === 0) this.#replace('ca.crt', this.#authority);
  }

  /** From now on another token is valid. @param late - after how many refusals the file shows it; 0: at once. */
  renewToken(late: number): void {
    this.#tokenCount += 1;
    this.#lateToken = late;
    if (late === 0) this.#replace('token', this.#token);
  }

  /**
   * From now on this is the authority to trust.
   *
   * @param late - after how many connections the file shows it; 0: at once.
   */
  renewAuthority(authority: string, late: number): void {
    this.#authority = authority;
    this.#lateAuthority = late;
    if (late === 0) this.#replace('ca.crt', authority);
  }

  /** Writes the correct contents into the files. */
  correct(): void {
    this.#replace('token', this.#token);
    this.#replace('ca.crt', this.#authority);
  }

  get #token(): string {
    return `token-${this.#tokenCount}`;
  }

  /** All at once, as kubelets replace the files of a pod. */
  #replace(name: string, text: string): void {
    this.#draftCount += 1;
    const draft = `${this.#path}-draft-${this.#draftCount}`;
    writeFileSync(draft, text);
    renameSync(draft, `${this.#path}-${name}`);
  }

  #kubeconfig(server: string): object {
    return {
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [{ name: 'proxy', cluster: { server, 'certificate-authority': `${this.#path}-ca.crt` } }],
      users: [{ name: 'account', user: { tokenFile: `${this.#path}-token` } }],
      contexts: [{ name: 'proxy', context: { cluster: 'proxy', user: 'account' } }],
      'current-context': 'proxy',
    };
  }
}
