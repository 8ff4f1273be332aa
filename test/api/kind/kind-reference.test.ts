import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ApiObject, App, Chart } from 'cdk8s';
import * as plus28 from 'cdk8s-plus-28';
import { k8s } from 'cdk8s-plus-28';
import * as plus33 from 'cdk8s-plus-33';
import { z } from 'zod';
import {
  CustomResource,
  groupVersionKind,
  type Kind,
  type PlusClass,
  resolveKind,
  UnknownKindError,
} from '../../../lib/api/index.ts';

class Shelf extends CustomResource({ group: 'example.com', version: 'v1', kind: 'Shelf', spec: z.object({}) }) {}

describe('a reference to a kind', () => {
  it('a reference to a kind may be the class of a custom resource', () => {
    assert.equal(resolveKind(Shelf), Shelf.definition);
  });

  it('a reference to a kind may be a cdk8s class of a built-in kind', () => {
    assert.deepEqual(resolveKind(k8s.KubeIngress), {
      group: 'networking.k8s.io',
      version: 'v1',
      kind: 'Ingress',
      plural: 'ingresses',
      scope: 'Namespaced',
    });
  });

  for (const [name, plus] of Object.entries({ 'cdk8s-plus-28': plus28, 'cdk8s-plus-33': plus33 })) {
    it(`a high-level class of ${name} stands for the kind and version that it constructs`, () => {
      const chart = new Chart(new App(), 'chart');
      const made: readonly (readonly [PlusClass, plus28.Resource | plus33.Resource])[] = [
        [plus.ClusterRole, new plus.ClusterRole(chart, 'ClusterRole')],
        [plus.ConfigMap, new plus.ConfigMap(chart, 'ConfigMap')],
        [plus.DaemonSet, new plus.DaemonSet(chart, 'DaemonSet')],
        [plus.Deployment, new plus.Deployment(chart, 'Deployment')],
        [plus.Ingress, new plus.Ingress(chart, 'Ingress')],
        [plus.Job, new plus.Job(chart, 'Job')],
        [plus.Namespace, new plus.Namespace(chart, 'Namespace')],
        [plus.PersistentVolumeClaim, new plus.PersistentVolumeClaim(chart, 'PersistentVolumeClaim')],
        [plus.Pod, new plus.Pod(chart, 'Pod')],
        [plus.Role, new plus.Role(chart, 'Role')],
        [plus.Secret, new plus.Secret(chart, 'Secret')],
        [plus.BasicAuthSecret, new plus.BasicAuthSecret(chart, 'Basic', { username: 'one', password: 'two' })],
        [plus.ServiceAccount, new plus.ServiceAccount(chart, 'ServiceAccount')],
      ];
      for (const [reference, construct] of made) {
        const { group, version, kind } = resolveKind(reference);
        assert.deepEqual({ group, version, kind }, groupVersionKind(ApiObject.of(construct)));
      }
      assert.equal(resolveKind(plus.HorizontalPodAutoscaler).version, 'v2');
      for (const reference of [
        plus.CronJob,
        plus.NetworkPolicy,
        plus.PersistentVolume,
        plus.Service,
        plus.StatefulSet,
      ]) {
        assert.ok(reference.name.startsWith(resolveKind(reference).kind));
      }
    });
  }

  it('a reference to a kind may be a class that extends a high-level class', () => {
    class Web extends plus28.Deployment {}
    assert.equal(resolveKind(Web), resolveKind(k8s.KubeDeployment));
  });

  it('a reference to a high-level class of several kinds is refused', () => {
    assert.throws(
      () => resolveKind(plus28.Workload),
      (error) =>
        UnknownKindError.is(error) &&
        error.message ===
          "the class cdk8s-plus-28.Workload doesn't define the kind of its objects: name the class of one kind, such as kplus.Deployment or k8s.KubeDeployment",
    );
  });

  it('a reference to a kind may be a description', () => {
    const kind: Kind = { group: 'other.com', version: 'v1', kind: 'Other', plural: 'others', scope: 'Cluster' };
    assert.equal(resolveKind(kind), kind);
  });

  it('a reference to a kind without a known plural and scope is refused, with the text to write', () => {
    const foreign = { GVK: { apiVersion: 'foreign.com/v1', kind: 'Foreign' }, prototype: {} };
    assert.throws(
      () => resolveKind(foreign),
      (error) =>
        UnknownKindError.is(error) &&
        error.code === 'unknown-kind' &&
        error.message ===
          'Foreign.foreign.com/v1 is not a built-in kind: describe it as ' +
            "{ group: 'foreign.com', version: 'v1', kind: 'Foreign', plural: '…', scope: 'Namespaced' }",
    );
  });
});
