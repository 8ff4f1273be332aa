import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { releaseModule } from '../../../lib/testing/control-plane/release.ts';
import { ControlPlane } from '../../../lib/testing/index.ts';
import { patience } from '../../kubectl.ts';
import { untilPassed } from '../../until.ts';

/** The first start on a machine builds the binaries. */
const firstStartMs = 30 * 60_000;

const streamedList =
  '/api/v1/namespaces?watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true&timeoutSeconds=1';

describe('ControlPlane with an API server of the oldest release', { timeout: firstStartMs }, () => {
  let controlPlane: ControlPlane;
  before(async () => {
    controlPlane = await ControlPlane.start({ apiServer: { release: 'oldest' } });
  });
  after(() => controlPlane.stop());

  async function kubectl(args: readonly string[]): Promise<string> {
    const { stdout, stderr, exitCode } = await controlPlane.kubectl(args);
    assert.equal(exitCode, 0, stderr);
    return stdout;
  }

  async function serverRelease(): Promise<string> {
    return JSON.parse(await kubectl(['version', '-o', 'json'])).serverVersion.gitVersion;
  }

  /** Returns the API server's response to a list as a stream; an API server without streams refuses it. */
  async function streamed(): Promise<string> {
    const { stdout, stderr } = await controlPlane.kubectl(['get', '--raw', streamedList]);
    return stdout + stderr;
  }

  it('the oldest API server has the Kubernetes version of its own go.mod', async () => {
    assert.equal(await serverRelease(), (await releaseModule('oldest')).kubernetes);
  });

  it('the oldest API server does not stream lists', async () => {
    assert.match(await streamed(), /sendInitialEvents is forbidden/);
  });

  it('a control plane refuses to start another API server while one runs', async () => {
    await assert.rejects(
      controlPlane.startApiServer({ release: 'current' }),
      /stop it before you start it with other options/,
    );
  });

  it('a control plane keeps a Deployment, and runs its pods, on the oldest API server and then on the current one', async () => {
    await kubectl(['create', 'deployment', 'web', '--image=web:1']);
    await kubectl(['rollout', 'status', 'deployment/web', patience]);
    const uid = await kubectl(['get', 'deployment', 'web', '-o', 'jsonpath={.metadata.uid}']);
    await controlPlane.stopApiServer();
    await controlPlane.startApiServer({ release: 'current' });
    assert.equal(await serverRelease(), (await releaseModule('current')).kubernetes);
    assert.equal(await kubectl(['get', 'deployment', 'web', '-o', 'jsonpath={.metadata.uid}']), uid);
    // A new API server fills its caches first, which may take longer than the stream.
    await untilPassed(async () => assert.match(await streamed(), /"k8s.io\/initial-events-end":"true"/));
    await kubectl(['scale', 'deployment', 'web', '--replicas=2']);
    await kubectl(['rollout', 'status', 'deployment/web', patience]);
  });

  it('an API server has the given feature gates, also after a restart without options', async () => {
    await controlPlane.stopApiServer();
    await controlPlane.startApiServer({ release: 'current', featureGates: { WatchList: false } });
    assert.equal(await serverRelease(), (await releaseModule('current')).kubernetes);
    assert.match(await streamed(), /sendInitialEvents is forbidden/);
    await controlPlane.stopApiServer();
    await controlPlane.startApiServer();
    assert.match(await streamed(), /sendInitialEvents is forbidden/);
  });
});
