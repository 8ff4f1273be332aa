// The command line as users see it: arguments, an exit code and one clear sentence.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { EmbeddedControlPlane } from '../embedded-control-plane.ts';
import { programEnvironment } from './program-environment.ts';

const memcached = fileURLToPath(new URL('../../apps/memcached/main.ts', import.meta.url));
const programs = fileURLToPath(new URL('./programs/', import.meta.url));
const quiet = ['--health-address=0', '--metrics-address=0'];

interface Ending {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

describe('the command line', () => {
  let directory: string;

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'operand-cli-'));
  });

  after(() => rm(directory, { recursive: true }));

  function run(program: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ending> {
    const { promise, resolve } = Promise.withResolvers<Ending>();
    const options = { cwd: directory, env: { ...programEnvironment, HOME: directory, ...env } };
    execFile(process.execPath, [program, ...args], options, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr });
    });
    return promise;
  }

  /** Asserts one sentence on the standard error, no stack, exit code 1. */
  function assertSentence({ code, stderr }: Ending, pattern: RegExp): void {
    assert.match(stderr, pattern);
    assert.doesNotMatch(stderr, /^\s+at /m);
    assert.equal(code, 1);
  }

  it('the app’s program refuses an unknown command, and suggests a similar one', async () => {
    for (const [word, said] of [
      ['rnu', "main.ts has no command 'rnu', did you mean run?\n"],
      [
        'publish',
        "main.ts has no command 'publish': there are synth, validate, dev, run, render, diff, install, uninstall, deploy, undeploy, doctor, replay, migrate, build, image, docs, graph, dashboard, check-upgrade\n",
      ],
    ] as const) {
      assert.deepEqual(await run(memcached, [word]), { code: 2, stdout: '', stderr: said });
    }
  });

  it('the app’s program prints the versions of the operator and of the library', async () => {
    const { code, stdout } = await run(memcached, ['--version']);
    assert.equal(code, 0);
    assert.match(stdout, /^memcached-operator 0\.1\.0\noperand \d+\.\d+\.\d+\n$/);
  });

  it('the command run refuses an unknown log level', async () => {
    const { code, stderr } = await run(memcached, ['run', '--log-level=loud']);
    assert.equal(code, 2);
    assert.match(stderr, /'loud' is invalid. Allowed choices are debug, info, warn, error/);
  });

  it('the app’s program prints its help', async () => {
    const { code, stdout } = await run(memcached, ['--help']);
    assert.equal(code, 0);
    assert.match(stdout, /^Usage: main\.ts .+ synth .+ run /s);
  });

  it('synth prints all findings of a definition, with the paths of the constructs, and writes nothing', async () => {
    const before = await readdir(directory);
    const ending = await run(join(programs, 'invalid.ts'), ['synth']);
    assertSentence(ending, /\[broken-operator] version 'latest' is not a semantic version/);
    assert.match(ending.stderr, /\[broken-operator-samples\/Large] spec\.size: /);
    assert.deepEqual(await readdir(directory), before);
  });

  it('the command run lists the places of a kubeconfig when no cluster is configured', async () => {
    assertSentence(await run(memcached, ['run']), /no API server is configured.+set KUBECONFIG/);
  });

  it('the command run names a missing kubeconfig', async () => {
    assertSentence(await run(memcached, ['run', '--kubeconfig=missing.yaml']), /missing\.yaml/);
  });

  it('the command run names a server that can’t be reached', async () => {
    const kubeconfig = join(directory, 'unreachable.yaml');
    await writeFile(
      kubeconfig,
      JSON.stringify({
        apiVersion: 'v1',
        kind: 'Config',
        'current-context': 'here',
        contexts: [{ name: 'here', context: { cluster: 'here', user: 'me' } }],
        clusters: [{ name: 'here', cluster: { server: `http://127.0.0.1:${await closedPort()}` } }],
        users: [{ name: 'me', user: { token: 'none' } }],
      }),
    );
    assertSentence(await run(memcached, ['run', `--kubeconfig=${kubeconfig}`, ...quiet]), /127\.0\.0\.1:\d+.*refused/);
  });

  it('the command run refuses an app without an operator, or with two', async () => {
    assertSentence(await run(join(programs, 'empty.ts'), ['run']), /this app has no operator to run/);
    assertSentence(await run(join(programs, 'two.ts'), ['run']), /this app has 2 operators, and a process runs one/);
  });

  it('the command run refuses namespaces outside of the definition, from the option or the environment', async () => {
    const sentence = /the operator may not watch far: its definition confines it to one, two/;
    const program = join(programs, 'confined.ts');
    assertSentence(await run(program, ['run', '--watch-namespaces=one,far']), sentence);
    assertSentence(await run(program, ['run'], { WATCH_NAMESPACE: 'far' }), sentence);
    const named = await run(program, ['run', '--watch-namespaces=one'], { WATCH_NAMESPACE: 'far' });
    assertSentence(named, /kubeconfig/);
  });

  it('the command run refuses an address that is not valid', async () => {
    await using controlPlane = await EmbeddedControlPlane.start({ workloads: 'none' });
    const args = ['run', `--kubeconfig=${controlPlane.kubeconfig}`];
    assertSentence(await run(memcached, [...args, '--health-address=here']), /address 'here' of the health server/);
    assertSentence(await run(memcached, [...args, '--metrics-address=:8443']), /':8443' of the metrics server.+https:/);
  });

  it('the command run names the remedy when the custom resource is not defined', async () => {
    await using controlPlane = await EmbeddedControlPlane.start({ workloads: 'none' });
    const ending = await run(memcached, ['run', `--kubeconfig=${controlPlane.kubeconfig}`, ...quiet]);
    assertSentence(
      ending,
      /does not serve Memcached\.cache\.example\.com\/v1alpha1: install it first, with the manifests that `synth` writes/,
    );
  });
});

/** Returns a port of loopback without a listener. */
async function closedPort(): Promise<number> {
  const server = createServer();
  const { promise, resolve } = Promise.withResolvers<number>();
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
  });
  return await promise;
}
