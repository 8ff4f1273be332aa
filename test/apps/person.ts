import type { KubernetesObject } from '../../lib/api/index.ts';
import { grantedRights, missingRights, recordedAccess, unusedRights } from '../../lib/testing/index.ts';
import type { TestedControlPlane } from '../embedded-control-plane.ts';
import type { InstalledOperator } from './installed-operator.ts';

const namespace = 'default';

/** A user of kubectl in the namespace `default`, with exactly one role. */
export class Person {
  readonly #installed: InstalledOperator<TestedControlPlane>;
  readonly #name: string;
  readonly #access: readonly KubernetesObject[];

  /** Binds a ClusterRole to a new user. */
  static async with(installed: InstalledOperator<TestedControlPlane>, role: string): Promise<Person> {
    const name = `holder-of-${role}`;
    await installed.kubectl('create', 'rolebinding', name, `--clusterrole=${role}`, `--user=${name}`, '-n', namespace);
    const objects = [await installed.get('clusterrole', role), await installed.get('rolebinding', name, namespace)];
    return new Person(
      installed,
      name,
      objects.filter((object) => object !== undefined),
    );
  }

  private constructor(
    installed: InstalledOperator<TestedControlPlane>,
    name: string,
    access: readonly KubernetesObject[],
  ) {
    this.#installed = installed;
    this.#name = name;
    this.#access = access;
  }

  /** Runs kubectl as this user. @throws Error with its output if it fails. */
  async kubectl(args: readonly string[], input?: object): Promise<string> {
    const words = [...args, `--as=${this.#name}`];
    const options = input === undefined ? {} : { input: JSON.stringify(input) };
    const { stdout, stderr, exitCode } = await this.#installed.controlPlane.kubectl(words, options);
    if (exitCode !== 0) throw new Error(`kubectl ${words.join(' ')}: ${stderr}`);
    return stdout;
  }

  /** Returns the forbidden requests and the unused rights of this user. */
  async access(): Promise<{ readonly missing: readonly string[]; readonly unused: readonly string[] }> {
    const rights = grantedRights(this.#access, this.#name);
    const record = recordedAccess(await this.#installed.controlPlane.auditEvents(), this.#name);
    return { missing: missingRights(record, rights), unused: unusedRights(record, rights) };
  }
}
