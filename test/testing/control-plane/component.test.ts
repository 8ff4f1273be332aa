import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { describe, it } from 'node:test';
import { type Component, componentArguments } from '../../../lib/testing/control-plane/component.ts';
import { RunDirectory } from '../../../lib/testing/control-plane/run-directory.ts';

const run = new RunDirectory('/run', 20_001);
const components = Object.keys(componentArguments) as Component[];
const valueOfFlag = (component: Component, flag: string): string | undefined =>
  componentArguments[component](run)
    .find((argument) => argument.startsWith(`--${flag}=`))
    ?.slice(flag.length + 3);

describe('componentArguments', () => {
  it('only the API server of a control plane listens on a port', () => {
    assert.equal(valueOfFlag('kube-apiserver', 'secure-port'), '20001');
    assert.equal(valueOfFlag('kube-apiserver', 'bind-address'), '127.0.0.1');
    assert.equal(valueOfFlag('kube-controller-manager', 'secure-port'), '0');
    assert.equal(valueOfFlag('kube-scheduler', 'secure-port'), '0');
    assert.match(valueOfFlag('etcd', 'listen-client-urls') ?? '', /^unix:/);
    assert.match(valueOfFlag('etcd', 'listen-peer-urls') ?? '', /^unix:/);
    assert.equal(valueOfFlag('kwok', 'server-address'), undefined);
  });

  it('the API server of a control plane connects to the etcd of the same directory', () => {
    assert.equal(valueOfFlag('kube-apiserver', 'etcd-servers'), valueOfFlag('etcd', 'listen-client-urls'));
  });

  it('the components of a control plane keep every file in its directory', () => {
    const foreign = components
      .flatMap((component) => componentArguments[component](run))
      .map((argument) => /=(?:unix:\/\/)?(\/.*)$/.exec(argument)?.[1])
      .filter((path) => path !== undefined && !path.startsWith('/run/operand-control-plane-20001'))
      .filter((path) => path !== valueOfFlag('kwok', 'config'));
    assert.deepEqual(foreign, []);
  });

  it('the kwok of a control plane gets the stages of the package', () => {
    assert.ok(existsSync(valueOfFlag('kwok', 'config') ?? ''));
  });

  it('the API server of a control plane enforces RBAC and the strict rule for owner references', () => {
    assert.equal(valueOfFlag('kube-apiserver', 'authorization-mode'), 'RBAC');
    assert.equal(valueOfFlag('kube-apiserver', 'enable-admission-plugins'), 'OwnerReferencesPermissionEnforcement');
  });
});
