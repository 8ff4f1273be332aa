import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { buildBinaries, buildState } from '../../../lib/testing/toolchain/build.ts';
import { goModule } from '../../../lib/testing/toolchain/go-module.ts';
import { ToolchainError } from '../../../lib/testing/toolchain/toolchain-error.ts';

describe('buildBinaries', () => {
  it('a build without a writable cache fails with the variable that names another one', async () => {
    const module = goModule(new Map([['go.mod', 'module example.com/tools\n\ngo 1.26.0\n']]), {
      title: 'the tools',
      duration: 'about 5 min',
      instead: 'or set KUBEBUILDER_ASSETS',
    });
    // No directory has a file as its parent.
    const destination = join(import.meta.filename, 'operand/tools/1');
    await assert.rejects(buildBinaries(module, destination, new AbortController().signal), (error) => {
      assert.ok(ToolchainError.is(error));
      const { message } = error;
      assert.match(
        message,
        /^the directory for the tools can't be created: ENOTDIR: .*; set XDG_CACHE_HOME to .*, or /,
      );
      return true;
    });
  });
});

describe('buildState', () => {
  it('the state of a build counts the modules while they are downloaded', () => {
    assert.equal(
      buildState('go: downloading k8s.io/api v0.36.3\ngo: downloading sigs.k8s.io/yaml v1.6.0\n'),
      '2 modules downloaded',
    );
  });

  it('the state of a build counts the packages once Go compiles', () => {
    assert.equal(
      buildState('go: downloading k8s.io/api v0.36.3\nk8s.io/api/core/v1\nsigs.k8s.io/yaml\nk8s.io/ku'),
      '2 packages compiled',
    );
  });

  it('the state of a build without output is “starting”', () => {
    assert.equal(buildState(''), 'starting');
  });
});
