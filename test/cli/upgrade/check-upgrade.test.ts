// `check-upgrade` of the library's program and of an operator's own, for releases in directories and commits.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { programEnvironment } from '../program-environment.ts';

const operand = fileURLToPath(new URL('../../../lib/cli/operand.ts', import.meta.url));
const released = fileURLToPath(new URL('../programs/released.ts', import.meta.url));

type Environment = Readonly<Record<string, string>>;

/** The end of a command. */
interface Ending {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

describe('check-upgrade', () => {
  let root: string;

  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'operand-upgrade-'));
    await synth('releases/0.1.0');
    await synth('releases/0.2.0', { RELEASE: '0.2.0', LARGEST: '7' });
    await synth('next/cache-operator', { RELEASE: '0.10.0', LARGEST: '6' });
    await git('init', '--quiet');
    await cp(join(root, 'releases/0.1.0'), join(root, 'bundle/cache-operator'), { recursive: true });
    await git('add', 'bundle');
    await git('commit', '--quiet', '--message', 'Release 0.1.0');
    await git('tag', 'v0.1.0');
    await rm(join(root, 'bundle/cache-operator'), { recursive: true });
    await cp(join(root, 'next/cache-operator'), join(root, 'bundle/cache-operator'), { recursive: true });
  });

  after(() => rm(root, { recursive: true }));

  function run(file: string, args: readonly string[], env: Environment = {}, cwd = root): Promise<Ending> {
    return new Promise((resolve) => {
      const options = { cwd, env: { ...programEnvironment, ...env } };
      execFile(file, args, options, (error, stdout, stderr) => {
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr });
      });
    });
  }

  const check = (...args: string[]) => run(process.execPath, [operand, 'check-upgrade', ...args]);

  const checkOwn = (env: Environment, ...args: string[]) =>
    run(process.execPath, [released, 'check-upgrade', ...args], env);

  async function git(...args: string[]): Promise<void> {
    const identity = ['-c', 'user.name=Team', '-c', 'user.email=team@example.com'];
    const { code, stderr } = await run('git', [...identity, ...args]);
    assert.equal(code, 0, stderr);
  }

  async function synth(directory: string, env: Environment = {}): Promise<void> {
    const scratch = await mkdtemp(join(root, '.synth-'));
    const { code, stderr } = await run(process.execPath, [released, 'synth'], env, scratch);
    assert.equal(code, 0, stderr);
    await cp(join(scratch, 'bundle', env.NAME ?? 'cache-operator'), join(root, directory), { recursive: true });
  }

  it('check-upgrade compares with the newest of several releases, and names each break and its users', async () => {
    const { code, stdout } = await check('next', '--against', 'releases');
    assert.equal(
      stdout,
      `cache-operator 0.2.0 → 0.10.0

manifests/example.com_caches.yaml
  breaking  spec.versions[0].schema.openAPIV3Schema.properties.spec.properties.size.maximum: v1 spec.size: maximum 7 → 6  [bound-tightened]
            hits: clients that write such a value get an error; stored objects stay usable as long as the value is unchanged, but Kubernetes before 1.30 rejects every write of them
            remedy: accept the values that were valid before, or put the change into a new version of the kind and convert

1 breaking, 0 risky, 0 to notice
`,
    );
    assert.equal(code, 1);
  });

  it('check-upgrade passes if nothing breaks', async () => {
    const { code, stdout } = await check('next', '--against', 'releases/0.1.0');
    assert.equal(stdout, 'cache-operator 0.1.0 → 0.10.0\n\n0 breaking, 0 risky, 0 to notice\n');
    assert.equal(code, 0);
  });

  it('check-upgrade compares with the same directory in a commit, and leaves the checkout as it is', async () => {
    const state = async () => {
      const ends = [
        ['status', '--porcelain'],
        ['rev-parse', 'HEAD'],
        ['worktree', 'list'],
        ['diff', 'HEAD'],
      ];
      return await Promise.all(ends.map(async (args) => (await run('git', args)).stdout));
    };
    const before = await state();
    assert.match(before[3] ?? '', /^diff --git /);
    const { code, stdout } = await check('--against', 'v0.1.0');
    assert.equal(stdout, 'cache-operator 0.1.0 → 0.10.0\n\n0 breaking, 0 risky, 0 to notice\n');
    assert.equal(code, 0);
    assert.match(
      (await check('bundle/cache-operator', '--against', 'HEAD')).stdout,
      /^cache-operator 0\.1\.0 → 0\.10\.0\n/,
    );
    assert.deepEqual(await state(), before);
  });

  it('check-upgrade prints findings as JSON', async () => {
    const { code, stdout } = await check('next', '--against', 'releases', '--format', 'json');
    const { passed, upgrades } = JSON.parse(stdout);
    assert.equal(passed, false);
    assert.equal(upgrades.length, 1);
    const [{ operator, from, to, findings }] = upgrades;
    assert.deepEqual({ operator, from, to }, { operator: 'cache-operator', from: '0.2.0', to: '0.10.0' });
    assert.deepEqual(
      findings.map(({ severity, rule }: { severity: string; rule: string }) => `${severity} ${rule}`),
      ['breaking bound-tightened'],
    );
    assert.equal(code, 1);
  });

  it('check-upgrade fails if there is nothing to compare, and names the remedy', async () => {
    const nowhere = await check('next', '--against', 'nowhere');
    assert.match(nowhere.stderr, /^'nowhere' is neither a directory nor a commit that git knows here: name /);
    assert.equal(nowhere.code, 2);
    const missing = await check('missing', '--against', 'releases');
    assert.match(missing.stderr, /^missing can't be read: name a bundle, or a directory of bundles: ENOENT/);
    assert.equal(missing.code, 2);
    const bare = await check('next', '--against', 'releases/0.1.0/manifests');
    assert.match(
      bare.stderr,
      /^there is no bundle in releases\/0\.1\.0\/manifests: name a directory that holds manifests\//,
    );
    assert.equal(bare.code, 2);
    const without = await check('next');
    assert.match(
      without.stderr,
      /^the releases before next are not known: name them with --against, or leave next out /,
    );
    assert.equal(without.code, 2);
  });

  const accepting = (fields: object = {}) =>
    writeFile(
      join(root, 'accepted.yaml'),
      JSON.stringify([
        {
          operator: 'cache-operator',
          release: '0.10.0',
          rule: 'bound-tightened',
          file: 'manifests/example.com_caches.yaml',
          path: 'spec.versions[0].schema.openAPIV3Schema.properties.spec.properties.size.maximum',
          reason: 'no user has more than six',
          ...fields,
        },
      ]),
    );

  it('check-upgrade passes if each break is accepted, and still prints the breaks', async () => {
    await accepting();
    const args = ['--against', 'releases', '--accept', 'accepted.yaml'];
    for (const { code, stdout, stderr } of [
      await check('next', ...args),
      await checkOwn({ RELEASE: '0.10.0', LARGEST: '6' }, ...args),
    ]) {
      assert.match(stdout, /accepted: no user has more than six\n\n1 breaking \(1 accepted\), 0 risky, 0 to notice\n$/);
      assert.equal(stderr, '');
      assert.equal(code, 0);
    }
    const { passed, upgrades } = JSON.parse((await check('next', ...args, '--format', 'json')).stdout);
    assert.equal(passed, true);
    assert.equal(upgrades[0].findings[0].accepted, 'no user has more than six');
  });

  it('check-upgrade does not pass for an acceptance of another change, and names unused acceptances', async () => {
    await accepting({ path: 'spec' });
    const { code, stderr } = await check('next', '--against', 'releases', '--accept', 'accepted.yaml');
    assert.equal(
      stderr,
      "warning: bound-tightened of cache-operator 0.10.0 is accepted at manifests/example.com_caches.yaml spec, and isn't found there: remove the entry\n",
    );
    assert.equal(code, 1);
  });

  it('the operator’s own program exits with 2 if check-upgrade can’t compare releases', async () => {
    const nowhere = await checkOwn({}, '--against', 'nowhere');
    assert.match(nowhere.stderr, /^'nowhere' is neither a directory nor a commit/);
    assert.equal(nowhere.code, 2);
    const unsaid = await checkOwn({});
    assert.match(unsaid.stderr, /^no earlier releases are named: name them with --against/);
    assert.equal(unsaid.code, 2);
    const invalid = await checkOwn({ RELEASE: 'one' }, '--against', 'releases');
    assert.match(invalid.stderr, /^the definition has problems:/);
    assert.equal(invalid.code, 2);
  });

  it('check-upgrade documents its exit codes in its help, in both programs', async () => {
    for (const { stdout } of [await check('--help'), await checkOwn({}, '--help')]) {
      assert.match(
        stdout,
        /Exits with 0 if nothing breaks, .*; with 1 if .*; with 2 if\nreleases can't be compared\.\n/,
      );
    }
  });

  it('the operator’s own program compares children in check-upgrade, even if its sample has changed', async () => {
    const changed = { RELEASE: '0.2.0', SERVICE: 'other', SAMPLE: '2' };
    const { code, stdout } = await checkOwn(changed, '--against', 'releases/0.1.0');
    assert.match(
      stdout,
      /breaking {2}spec\.serviceName: StatefulSet cache-small: "cache" → "other" {2}\[immutable-changed]/,
    );
    assert.equal(code, 1);
    const same = await checkOwn({ RELEASE: '0.2.0', SAMPLE: '2' }, '--against', 'v0.1.0');
    assert.equal(same.stdout, 'cache-operator 0.1.0 → 0.2.0\n\n0 breaking, 0 risky, 0 to notice\n');
    assert.equal(same.code, 0);
  });

  it('check-upgrade reports an old sample that the operator’s own program refuses', async () => {
    const { stdout } = await checkOwn({ RELEASE: '0.2.0', LARGEST: '0', SAMPLE: '0' }, '--against', 'releases/0.1.0');
    assert.match(stdout, /Cache cache-small can't be rendered any more: .*size/);
  });

  it('check-upgrade reports an operator that the app no longer has', async () => {
    const { code, stdout } = await checkOwn({ NAME: 'shelf-operator' }, '--against', 'releases');
    assert.match(
      stdout,
      /^shelf-operator 0\.1\.0: there is no earlier release of it\n\ncache-operator 0\.2\.0 → gone\n/,
    );
    assert.match(stdout, /breaking {2}metadata\.name: cache-operator\.v0\.2\.0 has no successor/);
    assert.match(stdout, /breaking {2}metadata\.name: caches\.example\.com is no longer owned {2}\[kind-gone]/);
    assert.match(stdout, /\n2 breaking, 0 risky, 0 to notice\n$/);
    assert.equal(code, 1);
  });

  it('check-upgrade reports the effects on children according to the operator’s definition', async () => {
    const changed = { RELEASE: '0.2.0', SERVICE: 'other', IMMUTABLE: 'orphan-and-recreate' };
    const { code, stdout } = await checkOwn(changed, '--against', 'releases/0.1.0');
    assert.match(
      stdout,
      /risky {2}spec\.serviceName: .*\[immutable-changed]\n +hits: .* as `whenImmutable` demands, each is/,
    );
    assert.equal(code, 0);
  });

  it('check-upgrade refuses a release that drops a kind of children, unless it retires the kind', async () => {
    await synth('labelled/cache-operator', { LABELS: 'yes' });
    const dropped = await checkOwn({ RELEASE: '0.2.0' }, '--against', 'labelled');
    assert.match(
      dropped.stdout,
      /breaking .*ConfigMap .* is no longer rendered {2}\[child-gone]\n.*\n +remedy: name its kind in `retires`/,
    );
    assert.equal(dropped.code, 1);
    const retired = await checkOwn({ RELEASE: '0.2.0', RETIRES: 'yes' }, '--against', 'labelled');
    assert.match(
      retired.stdout,
      /risky .*ConfigMap .* is no longer rendered {2}\[child-gone]\n +hits: .*it is deleted/,
    );
    assert.equal(retired.code, 0);
  });

  it('check-upgrade reports an operator that a directory no longer has, unless one bundle is compared', async () => {
    await synth('renamed/shelf-operator', { NAME: 'shelf-operator' });
    const { code, stdout } = await check('renamed', '--against', 'releases');
    assert.match(
      stdout,
      /^shelf-operator 0\.1\.0: there is no earlier release of it\n\ncache-operator 0\.2\.0 → gone\n/,
    );
    assert.match(stdout, /breaking {2}metadata\.name: caches\.example\.com is no longer owned {2}\[kind-gone]/);
    assert.equal(code, 1);
    await cp(join(root, 'releases'), join(root, 'published/cache'), { recursive: true });
    await cp(join(root, 'renamed'), join(root, 'published/shelf'), { recursive: true });
    const one = await check('renamed/shelf-operator', '--against', 'published');
    assert.equal(one.stdout.startsWith('shelf-operator 0.1.0 → 0.1.0\n'), true, one.stdout);
    assert.doesNotMatch(one.stdout, /gone/);
    assert.equal(one.code, 0);
  });

  it('check-upgrade reports an operator of a commit that is no longer published', async () => {
    await rm(join(root, 'bundle/cache-operator'), { recursive: true });
    await synth('bundle/shelf-operator', { NAME: 'shelf-operator' });
    const { code, stdout } = await check('--against', 'v0.1.0');
    assert.match(
      stdout,
      /^shelf-operator 0\.1\.0: there is no earlier release of it\n\ncache-operator 0\.1\.0 → gone\n/,
    );
    assert.match(stdout, /breaking {2}metadata\.name: caches\.example\.com is no longer owned {2}\[kind-gone]/);
    assert.equal(code, 1);
  });
});
