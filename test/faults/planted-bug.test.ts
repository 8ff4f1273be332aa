import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { ControlPlane } from '../../lib/testing/index.ts';
import { type FaultCredentials, faultControlPlane, forgetHistory, runFaults } from './fault-process.ts';
import { type PlantedBug, plantedBugs } from './planted-bug.ts';

/** The first seed gives each client the rarer faults early, such as a swapped certificate. Which requests they meet varies. */
const seeds = [35, 36, 37];

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The harness's error for the copy; undefined if there is none. */
type Failure = string | undefined;

describe('The tests of reflector, store and queue', () => {
  let copy: string;
  let controlPlane: ControlPlane;
  let credentials: FaultCredentials;

  before(async () => {
    copy = await mkdtemp(join(tmpdir(), 'operand-planted-'));
    const filter = (path: string) => basename(path) !== 'node_modules';
    await Promise.all(
      ['lib', 'test', 'package.json'].map((name) =>
        cp(join(root, name), join(copy, name), { recursive: true, filter }),
      ),
    );
    await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
    await symlink(join(root, 'lib/node_modules'), join(copy, 'lib/node_modules'));
    [controlPlane, credentials] = await faultControlPlane();
    await forgetHistory(controlPlane);
  });

  after(async () => {
    await controlPlane.stop();
    await rm(copy, { recursive: true });
  });

  /** @param patienceMs - the time in which a library without progress must recover. @default that of fault runs */
  async function failure(harness: PlantedBug['harness'], patienceMs?: number): Promise<Failure> {
    if (harness !== 'faults') return testFailure(join(copy, 'test', harness));
    for (const seed of seeds) {
      const options = { ...credentials, seed, faultCount: 350, clientCount: 3, directory: copy, patienceMs };
      const { report, errors } = await runFaults(options);
      if (report === undefined) return errors;
    }
    return undefined;
  }

  for (const harness of new Set(plantedBugs.map((bug) => bug.harness))) {
    it(`find no bug in the current library: ${harness}`, async () => {
      assert.equal(await failure(harness), undefined);
    });
  }

  for (const bug of plantedBugs) {
    it(`notice a library that ${bug.title}`, async () => {
      const path = join(copy, 'lib', bug.file);
      const text = await readFile(path, 'utf8');
      assert.equal(text.split(bug.sound).length, 2, `${bug.file} has changed: plant this bug elsewhere`);
      await writeFile(
        path,
        text.replace(bug.sound, () => bug.faulty),
      );
      try {
        assert.match((await failure(bug.harness, 4000)) ?? 'nothing', bug.failure);
      } finally {
        await writeFile(path, text);
      }
    });
  }
});

function testFailure(path: string): Promise<Failure> {
  const { promise, resolve } = Promise.withResolvers<Failure>();
  // The variable marks a test file as part of another run.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  // A library with a bug may never end, and may ignore signals that can be caught.
  const bounds = { timeout: 120_000, killSignal: 'SIGKILL' } as const;
  execFile(process.execPath, ['--test-reporter=spec', path], { ...bounds, env }, (error, output) =>
    resolve(error === null ? undefined : error.killed ? `${output}\nno end after ${bounds.timeout} ms` : output),
  );
  return promise;
}
