// In: the valid token and the trusted authority. Out: the credential files of one client, correct or not yet correct.
// Called by `FaultyNetwork`.

import { renameSync, writeFileSync } from 'node:fs';

/**
 * The kubeconfig, token and certificate authority of one client, as files that change while it runs.
 *
 * Files are written synchronously: the older text of two changes must not be written last.
 */
export class FaultyCredentials {
  readonly #path: string;
  #tokenCount = 0;
  #draftCount = 0;
  /** The number of refusals until the token is correct; 0 if it is. */
  #lateToken = 0;
  #lateAuthority = 0;
  #authority: string;

  /**
   * @param path - the prefix of the paths of the files.
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

  /** The path of the kubeconfig. */
  get kubeconfig(): string {
    return `${this.#path}-kubeconfig`;
  }

  /** Returns true if the headers have the valid token. Counts refusals, after some of which a late token appears. */
  isValid(authorization: string | undefined): boolean {
    if (authorization === `Bearer ${this.#token}`) return true;
    if (this.#lateToken > 0 && --this.#lateToken === 0) this.#replace('token', this.#token);
    return false;
  }

  /** Counts a connection of a client, which may not trust the right authority yet. */
  connected(): void {
    if (this.#lateAuthority > 0 && --this.#lateAuthority === 0) this.#replace('ca.crt', this.#authority);
  }

  /** Makes another token valid. @param late - the number of refusals after which the file has it; 0: immediately. */
  renewToken(late: number): void {
    this.#tokenCount += 1;
    this.#lateToken = late;
    if (late === 0) this.#replace('token', this.#token);
  }

  /**
   * Changes the trusted authority.
   *
   * @param late - the number of connections after which the file has it; 0: immediately.
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

  /** Replaces files atomically, as kubelets replace the files of a pod. */
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
