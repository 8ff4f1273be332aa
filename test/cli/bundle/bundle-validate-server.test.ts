// `operand bundle validate --server`, as a process, beside a real API server.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ControlPlane } from '../../../lib/testing/index.ts';
import type { BundleDraft } from '../../olm/validation/corpus/bundle-draft.ts';
import { type GoodBundleName, goodBundle } from '../../olm/validation/corpus/good-bundle.ts';
import { crd, csv } from '../../olm/validation/corpus/minimal-bundle.ts';
import { untilEstablished } from '../../until-established.ts';

const program = fileURLToPath(new URL('../../../lib/cli/operand.ts', import.meta.url));
const deployment = 'spec.install.spec.deployments[0]';

interface Run {
  readonly status: number | string | undefined | null;
  readonly stdout: string;
  readonly stderr: string;
}

describe('operand bundle validate --server', { timeout: 5 * 60_000 }, () => {
  let directory: string;
  let controlPlane: ControlPlane;
  let count = 0;

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'operand-validate-'));
    controlPlane = await ControlPlane.start({ components: [] });
  });

  after(async () => {
    await controlPlane?.stop();
    await rm(directory, { recursive: true });
  });

  async function run(draft: BundleDraft, ...words: readonly string[]): Promise<Run> {
    count += 1;
    const root = join(directory, String(count));
    for (const file of draft.files) {
      await mkdir(dirname(join(root, file)), { recursive: true });
      await writeFile(join(root, file), draft.text(file));
    }
    const args = [program, 'bundle', 'validate', '--server', ...words, root];
    const env = { ...process.env, KUBECONFIG: controlPlane.kubeconfig };
    return new Promise((resolve) => {
      execFile(process.execPath, args, { env, encoding: 'utf8' }, (error, stdout, stderr) => {
        resolve({ status: error === null ? 0 : error.code, stdout, stderr });
      });
    });
  }

  async function findings(draft: BundleDraft): Promise<readonly string[]> {
    const { stdout, stderr } = await run(draft, '--format', 'json');
    assert.equal(stderr, '');
    const found: { rule: string; file: string; path: string }[] = JSON.parse(stdout).findings;
    return found.map(({ rule, file, path }) => `${rule} ${file} ${path}`);
  }

  function edited(base: GoodBundleName, edit: (draft: BundleDraft) => void): BundleDraft {
    const draft = goodBundle(base);
    edit(draft);
    return draft;
  }

  async function kubectl(...args: readonly string[]): Promise<string> {
    const { stdout, stderr, exitCode } = await controlPlane.kubectl(args);
    assert.equal(exitCode, 0, stderr);
    return stdout;
  }

  it('bundle validate --server accepts good bundles, and stores no object in the cluster', async () => {
    for (const base of ['minimal', 'scaffolded', 'unusual', 'in JSON'] as const) {
      assert.deepEqual(await findings(goodBundle(base)), [], base);
    }
    assert.equal(
      await kubectl('get', 'crds,deployments,serviceaccounts,clusterroles', '-A', '-o', 'name', '-l', 'olm'),
      '',
    );
    assert.equal(await kubectl('get', 'crds,deployments', '-A', '-o', 'name'), '');
  });

  it('bundle validate --server finds mistakes that only the API server rejects, at their path', async () => {
    const pod = `${deployment}.spec.template.spec`;
    const driven = edited('minimal', (draft) => {
      draft.set(csv, `${pod}.volumes`, [{ name: 'disk', csi: { driver: '#' } }]);
      draft.set(csv, `${pod}.containers[0].volumeMounts`, [{ name: 'disk', mountPath: '/disk' }]);
    });
    assert.ok((await findings(driven)).includes(`server-rejection ${csv} ${pod}.volumes[0].csi.driver`));
    const { status, stdout } = await run(driven);
    assert.equal(status, 1);
    assert.match(
      stdout,
      /csi\.driver: the API server rejects Deployment cache-operator-controller-manager: .* \[server-rejection\]\n {9}API server: /,
    );
  });

  it('bundle validate --server adds no finding for a schema mistake that it finds without the server', async () => {
    const spec = 'spec.versions[0].schema.openAPIV3Schema.properties.spec';
    const rule = 'self.names.all(a, self.names.all(b, self.names.all(c, a + b != c)))';
    const costly = edited('minimal', (draft) => {
      draft.set(crd, `${spec}.properties.names`, { type: 'array', items: { type: 'string' } });
      draft.set(crd, `${spec}.x-kubernetes-validations`, [{ rule }]);
    });
    const options = { input: costly.text(crd) };
    const { stderr } = await controlPlane.kubectl(['create', '--dry-run=server', '-f', '-'], options);
    assert.match(stderr, /estimated rule cost exceeds budget/);
    const schema = spec.replace('.properties.spec', '');
    assert.deepEqual(await findings(costly), [
      `definition-schema ${crd} ${spec}.x-kubernetes-validations[0].rule`,
      `definition-schema ${crd} ${schema}`,
    ]);
  });

  it('bundle validate --server finds kinds that the cluster doesn’t serve', async () => {
    const found = await findings(goodBundle('monitored'));
    assert.ok(
      found.some((each) => /^server-kind manifests\/\S+ kind$/.test(each)),
      found.join('\n'),
    );
  });

  it('bundle validate --server finds changes of an installed operator that the API server refuses', async () => {
    const name = 'cache-operator-controller-manager';
    await kubectl('create', 'deployment', name, '--image=example.com/other:1');
    const found = await findings(goodBundle('minimal'));
    await kubectl('delete', 'deployment', name);
    assert.deepEqual(found, [`server-rejection ${csv} ${deployment}.spec.selector`]);
  });

  it('bundle validate --server reports a mistake once that it finds without the server, too', async () => {
    const replicas = `${deployment}.spec.replicas`;
    const found = await findings(edited('minimal', (draft) => draft.set(csv, replicas, -1)));
    assert.deepEqual(found, [`object-value ${csv} ${replicas}`]);
  });

  it('bundle validate --server reports an account with too few rights, and a missing namespace', async () => {
    await kubectl('create', 'serviceaccount', 'reader');
    const weak = await controlPlane.serviceAccountKubeconfig('default', 'reader');
    const refused = await run(goodBundle('minimal'), '--kubeconfig', weak);
    assert.deepEqual([refused.status, refused.stdout], [2, '']);
    assert.match(refused.stderr, /can't validate \S+ \S+: use an account with the rights of OLM/);
    const lost = await run(goodBundle('minimal'), '--namespace', 'nowhere');
    assert.deepEqual([lost.status, lost.stdout], [2, '']);
    assert.match(lost.stderr, /the cluster has no namespace nowhere: name an existing one with --namespace/);
  });

  it('bundle validate --server reports an API server that can’t be reached', async () => {
    const text = JSON.stringify({
      apiVersion: 'v1',
      kind: 'Config',
      'current-context': 'gone',
      contexts: [{ name: 'gone', context: { cluster: 'gone', user: 'gone' } }],
      clusters: [{ name: 'gone', cluster: { server: 'https://127.0.0.1:9' } }],
      users: [{ name: 'gone', user: { token: 'a' } }],
    });
    const file = join(directory, 'gone.kubeconfig');
    await writeFile(file, text);
    const { status, stdout, stderr } = await run(goodBundle('minimal'), '--kubeconfig', file);
    assert.deepEqual([status, stdout], [2, '']);
    assert.match(stderr, /127\.0\.0\.1:9/);
  });

  it('bundle validate --server validates examples by the CRDs that are installed', async () => {
    const bundle = goodBundle('minimal');
    const installed = edited('minimal', (draft) =>
      draft.set(crd, 'spec.versions[0].schema.openAPIV3Schema.properties.spec.required', ['password']),
    );
    const file = join(directory, 'definition.yaml');
    await writeFile(file, installed.text(crd));
    await kubectl('create', '-f', file);
    await untilEstablished(controlPlane);
    assert.deepEqual(await findings(bundle), [
      `server-rejection ${csv} metadata.annotations.alm-examples[0].spec.password`,
    ]);
  });
});
