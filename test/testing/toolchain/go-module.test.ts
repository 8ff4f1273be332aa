import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  buildArguments,
  buildKey,
  type GoModule,
  goModule,
  kubernetesStamps,
  requiredKubernetes,
} from '../../../lib/testing/toolchain/go-module.ts';

const mod = `module operand/control-plane

go 1.26.0

require (
	k8s.io/kubernetes v1.36.3 // indirect
	sigs.k8s.io/kwok v0.8.0 // indirect
)
`;

const props = { title: 'the control plane', duration: 'about 5 min', instead: 'or do without' };

function moduleOf(files: Readonly<Record<string, string>>): GoModule {
  const stamps = kubernetesStamps('v1.36.3');
  return goModule(new Map(Object.entries(files)), { ...props, stamps });
}

describe('goModule', () => {
  it('the versions of Kubernetes and Go are read from go.mod', () => {
    assert.equal(requiredKubernetes(mod), 'v1.36.3');
    assert.equal(moduleOf({ 'go.mod': mod }).go, '1.26.0');
  });

  it('a go.mod without Kubernetes is refused', () => {
    assert.throws(() => requiredKubernetes('go 1.26.0\n'), /no line/);
  });

  it('a go.mod without a version of Go is refused', () => {
    assert.throws(() => moduleOf({ 'go.mod': '' }), /no line/);
  });
});

describe('buildArguments', () => {
  const args = buildArguments(moduleOf({ 'go.mod': mod }), '/out/');

  it('the arguments of a build stamp the version of go.mod into the binaries', () => {
    const flags = args.find((argument) => argument.startsWith('-ldflags=')) ?? '';
    assert.match(flags, /component-base\/version\.gitVersion=v1\.36\.3 /);
    assert.match(flags, /gitMajor=1 .*gitMinor=36 /);
  });

  it('the arguments of a build name the tools of the module and the programs in it', () => {
    const files = { 'go.mod': mod, 'go.sum': '', 'dns/main.go': 'package main' };
    assert.deepEqual(buildArguments(moduleOf(files), '/out/').slice(-4), ['-o', '/out/', 'tool', './dns']);
  });

  it('the arguments of a build never let Go change the module', () => {
    assert.ok(args.includes('-mod=readonly'));
  });
});

describe('buildKey', () => {
  it('the key of a build differs with go.mod, go.sum and the programs of the module', () => {
    const keys = [
      moduleOf({ 'go.mod': mod }),
      moduleOf({ 'go.mod': mod.replace('0.8.0', '0.8.1') }),
      moduleOf({ 'go.mod': mod, 'go.sum': 'x' }),
      moduleOf({ 'go.mod': mod, 'dns/main.go': 'package main' }),
    ].map(buildKey);
    assert.equal(new Set(keys).size, 4);
  });

  it('the key of a build is the same for the same module', () => {
    assert.equal(buildKey(moduleOf({ 'go.mod': mod })), buildKey(moduleOf({ 'go.mod': mod })));
  });
});
