// In: which token is valid and whom to trust. Out: the files that one client knows it from, right or not yet right.
// Called by `FaultyNetwork`.

import { rename, writeFile } from 'node:fs/promises';

/** Kubeconfig, token and certificate authority of one client, as files that change while it runs. */
export class FaultyCredentials {
  readonly #path: string;
  #tokenCount = 0;
  #draftCount = 0;
  /** What becomes right after so many more refusals; 0: it is right. */
  #lateToken = 0;
  #lateAuthority = 0;
  #authority: string;

  /**
   * @param path - what the paths of the files begin with.
   * @param authority - PEM.
   */
  static async write(path: string, server: string, authority: string): Promise<FaultyCredentials> {
    const credentials = new FaultyCredentials(path, authority);
    await credentials.correct();
    await writeFile(credentials.kubeconfig, JSON.stringify(credentials.#kubeconfig(server)));
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

  /** Whether somebody with these headers knows the valid token. Each time that nobody does, a late one comes nearer. */
  async isValid(authorization: string | undefined): Promise<boolean> {
    if (authorization === `Bearer ${this.#token}`) return true;
    if (this.#lateToken > 0 && --this.#lateToken === 0) await this.#replace('token', this.#token);
    return false;
  }

  /** Somebody connects, who trusts the right authority or not. */
  connected(): void {
    if (this.#lateAuthority > 0 && --this.#lateAuthority === 0) void this.#replace('ca.crt', this.#authority);
  }

  /** From now on another token is valid. @param late - after how many refusals the file shows it; 0: at once. */
  async renewToken(late: number): Promise<void> {
    this.#tokenCount += 1;
    this.#lateToken = late;
    if (late === 0) await this.#replace('token', this.#token);
  }

  /** From now on this is whom to trust. @param late - after how many connections the file shows it; 0: at once. */
  async renewAuthority(authority: string, late: number): Promise<void> {
    this.#authority = authority;
    this.#lateAuthority = late;
    if (late === 0) await this.#replace('ca.crt', authority);
  }

  /** Makes the files show what is right. */
  async correct(): Promise<void> {
    await this.#replace('token', this.#token);
    await this.#replace('ca.crt', this.#authority);
  }

  get #token(): string {
    return `token-${this.#tokenCount}`;
  }

  /** All at once, as kubelets replace the files of a pod. */
  async #replace(name: string, text: string): Promise<void> {
    this.#draftCount += 1;
    const draft = `${this.#path}-draft-${this.#draftCount}`;
    await writeFile(draft, text);
    await rename(draft, `${this.#path}-${name}`);
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
