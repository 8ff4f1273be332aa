// CRDs as a real API server returns them, with some fields in another form than publishers write.

import assert from 'node:assert/strict';
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { executeImport } from '../../../lib/cli/import/import.ts';
import { publishedDefinitions } from '../../import/definitions/published-definition.ts';
import { kubectl } from '../../kubectl.ts';
import { sharedControlPlane } from '../../shared-control-plane.ts';

describe('an import from a cluster', () => {
  let directory: string;

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'operand-import-'));
  });

  after(async () => {
    await rm(directory, { recursive: true });
  });

  it('an import from a cluster writes the same modules as an import from files', async () => {
    const controlPlane = await sharedControlPlane();
    const files = join(directory, 'crds');
    await cp(await publishedDefinitions('cert-manager'), files, { recursive: true });
    await kubectl(controlPlane, ['apply', '--server-side', '--filename', files]);
    const { kubeconfig } = controlPlane;
    await executeImport([files], { output: join(directory, 'from-files') });
    await executeImport(['cluster:cert-manager.io', 'cluster:acme.cert-manager.io'], {
      output: join(directory, 'from-cluster'),
      kubeconfig,
    });
    assert.deepEqual(await modules('from-cluster'), await modules('from-files'));
  });

  async function modules(folder: string): Promise<Record<string, string>> {
    const entries = await readdir(join(directory, folder), { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
    const texts = await Promise.all(
      files.map(async (file) => {
        const text = await readFile(file, 'utf8');
        return [file.slice(join(directory, folder).length), text];
      }),
    );
    return Object.fromEntries(texts);
  }
});
