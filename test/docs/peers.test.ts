// The code of other frameworks in docs/migrating.md. That of cdk8s-operator isn't compiled: the registry has no package of
// that name.

import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { runMaven } from '../cdk8s-import/java.ts';

const run = promisify(execFile);

describe('the same operator in another framework', () => {
  let directory: string;

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'operand-peers-'));
    await cp(join(import.meta.dirname, 'peers'), directory, { recursive: true });
  });

  after(() => rm(directory, { recursive: true, force: true }));

  it('the operator for Pepr compiles', async () => {
    const project = { cwd: join(directory, 'pepr') };
    const options = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock'];
    await run('npm', ['install', ...options], project);
    // Pepr brings along its own compiler.
    await run(process.execPath, ['node_modules/typescript/bin/tsc'], project);
  });

  it('the operator for Java Operator SDK compiles', () => runMaven(join(directory, 'josdk'), directory, ['compile']));
});
