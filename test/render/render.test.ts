import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ApiObject, App, Chart } from 'cdk8s';
import { ConfigMap, Deployment, HorizontalPodAutoscaler, k8s } from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { z } from 'zod';
import { noReferences } from '../../lib/api/index.ts';
import { Controller, CustomResource, Operator, type RenderContext, type Resource, type Spec } from '../../lib/index.ts';
import { RenderError, render as renderChildren } from '../../lib/render/index.ts';
import { withSecretData } from '../../lib/render/secret-data.ts';
import { rule } from '../../lib/schema/index.ts';

class Database extends CustomResource({
  group: 'example.com',
  version: 'v1',
  kind: 'Database',
  spec: z.object({ replicas: z.int32().default(1) }),
}) {}

type Build = (scope: Construct, context: RenderContext<typeof Database>) => unknown;

const owns = [k8s.KubeConfigMap, k8s.KubeService, k8s.KubeDeployment];

function controller(build: Build) {
  const operator = new Operator(new App(), 'database-operator', { version: '1.0.0', image: 'example.com/database:1' });
  return new Controller(operator, 'Controller', { for: Database, owns, render: build });
}

function database(name: string, namespace = 'shop'): Resource<typeof Database> {
  return {
    apiVersion: 'example.com/v1',
    kind: 'Database',
    metadata: {
      name,
      namespace,
      uid: `uid-of-${name}`,
      resourceVersion: '1',
      creationTimestamp: '2026-01-01T00:00:00Z',
    },
    spec: { replicas: 1 },
    status: {},
  };
}

function render(subject: ReturnType<typeof controller>, resource: Resource<typeof Database>) {
  return renderChildren(subject, resource, noReferences);
}

function refusal(build: Build): RenderError {
  try {
    render(controller(build), database('db'));
  } catch (error) {
    assert.ok(RenderError.is(error));
    return error;
  }
  return assert.fail('the render was not refused');
}

describe('rendering a resource', () => {
  it('a render puts each child into the resource’s namespace, with an owner reference', () => {
    const { children } = render(
      controller((scope) => new k8s.KubeConfigMap(scope, 'Settings', { data: { a: '1' } })),
      database('db'),
    );
    assert.deepEqual(
      children.map(({ key }) => key),
      [{ namespace: 'shop', name: 'db-settings' }],
    );
    assert.deepEqual(children[0]?.object.metadata.ownerReferences, [
      {
        apiVersion: 'example.com/v1',
        kind: 'Database',
        name: 'db',
        uid: 'uid-of-db',
        controller: true,
        blockOwnerDeletion: true,
      },
    ]);
  });

  describe('in a construct that validates its props', () => {
    class Cluster extends CustomResource({
      group: 'example.com',
      version: 'v1',
      kind: 'Cluster',
      spec: rule(
        z.object({ replicas: z.int32().max(9).default(1), labels: z.record(z.string(), z.string()).optional() }),
        'self.replicas % 2 == 1',
        'replicas must be odd',
      ),
    }) {}

    /** Names a ConfigMap after the number of replicas. */
    class Settings extends Construct {
      readonly spec: Spec<typeof Cluster>;

      constructor(scope: Construct, id: string, { title, ...spec }: Spec<typeof Cluster> & { readonly title: string }) {
        super(scope, id);
        this.spec = Cluster.spec(spec, this);
        new k8s.KubeConfigMap(this, 'Map', { metadata: { name: `${title}-${this.spec.replicas}` } });
      }
    }

    function named(spec: Spec<typeof Cluster>, change: Partial<Spec<typeof Cluster>> = {}): string[] {
      const operator = new Operator(new App(), 'cluster-operator', {
        version: '1.0.0',
        image: 'example.com/cluster:1',
      });
      const subject = new Controller(operator, 'Controller', {
        for: Cluster,
        owns,
        render: (scope, { resource }) => new Settings(scope, 'Settings', { ...resource.spec, ...change, title: 'of' }),
      });
      const resource = { ...database('db'), kind: 'Cluster', spec };
      return renderChildren(subject, resource, noReferences).children.map(({ key }) => key.name);
    }

    it('a construct accepts the spec of an accepted resource, also if it breaks later rules', () => {
      assert.deepEqual(named({ replicas: 2 }), ['of-2']);
      assert.deepEqual(named({ replicas: 2, labels: { a: '1' } }), ['of-2']);
    });

    it('a construct validates a spec that the author has derived from the resource’s spec', () => {
      assert.throws(
        () => named({ replicas: 3 }, { replicas: 4 }),
        /Settings\] Cluster is not valid: .*replicas must be odd/,
      );
      assert.throws(() => named({ replicas: 4 }, { labels: {} }), /replicas must be odd/);
      assert.throws(() => named({ replicas: 3 }, { replicas: 11 }), /replicas: must be at most 9, and is 11/);
      assert.deepEqual(named({ replicas: 4 }, { replicas: 5 }), ['of-5']);
    });

    it('a construct validates an equal spec that isn’t the rendered one', () => {
      const chart = new Chart(new App(), 'shop');
      assert.throws(() => new Settings(chart, 'Settings', { replicas: 2, title: 'of' }), /replicas must be odd/);
    });
  });

  it('a render returns the result of the author’s `render`', () => {
    const { construct } = render(
      controller(() => 'anything'),
      database('db'),
    );
    assert.equal(construct, 'anything');
  });

  it('a render passes the referenced objects to the author’s `render`', () => {
    const seen: unknown[] = [];
    const subject = controller((_scope, { references }) => {
      seen.push(references(k8s.KubeConfigMap, 'settings'));
    });
    const settings = { metadata: { name: 'settings' } };
    renderChildren(
      subject,
      database('db'),
      Object.assign(() => settings as never, { list: () => [] }),
    );
    assert.deepEqual(seen, [settings]);
  });

  it('a render returns the same children each time', () => {
    const subject = controller((scope) => new Deployment(scope, 'Server', { containers: [{ image: 'x' }] }));
    assert.deepEqual(render(subject, database('db')).children, render(subject, database('db')).children);
  });

  it('a render keeps the order of explicit dependencies', () => {
    const { children } = render(
      controller((scope) => {
        const first = new k8s.KubeConfigMap(scope, 'Dependent');
        first.addDependency(new k8s.KubeConfigMap(scope, 'Dependency'));
      }),
      database('db'),
    );
    assert.deepEqual(
      children.map(({ key }) => key.name),
      ['db-dependency', 'db-dependent'],
    );
  });

  it('a render never gives two resources the same pod selector, even from constructs that hash their path', () => {
    const subject = controller((scope) => new Deployment(scope, 'Server', { containers: [{ image: 'x' }] }));
    const selectors = [
      database('db'),
      database('db', 'other'),
      database('default'),
      database('db-default'),
      database('db.default'),
    ].map((resource) => {
      const [child] = render(subject, resource).children;
      assert.ok(child !== undefined);
      const spec = child.object.spec as { selector: { matchLabels: Record<string, string> } };
      return JSON.stringify(spec.selector.matchLabels);
    });
    assert.equal(new Set(selectors).size, selectors.length);
  });

  it('a render refuses two children of the same name, and names the child and the remedy', () => {
    const { message } = refusal((scope) => {
      new k8s.KubeConfigMap(scope, 'One', { metadata: { name: 'same' } });
      new k8s.KubeConfigMap(scope, 'Other', { metadata: { name: 'same' } });
    });
    assert.equal(
      message,
      "can't render Database shop/db: ConfigMap same is rendered twice: give one of the two another name",
    );
  });

  it('a render accepts the same name for children of two kinds', () => {
    const { children } = render(
      controller((scope) => {
        new k8s.KubeConfigMap(scope, 'One', { metadata: { name: 'same' } });
        new k8s.KubeService(scope, 'Other', { metadata: { name: 'same' } });
      }),
      database('db'),
    );
    assert.equal(children.length, 2);
  });

  it('a render refuses a child of a kind that the controller does not own', () => {
    const { findings } = refusal((scope) => new k8s.KubeSecret(scope, 'Password'));
    assert.deepEqual(findings, [
      "Secret db-password is a Secret.v1, which the controller doesn't own: add its class to `owns`",
    ]);
  });

  it('a render refuses a child in another version of an owned kind, and names both versions', () => {
    const operator = new Operator(new App(), 'database-operator', {
      version: '1.0.0',
      image: 'example.com/database:1',
    });
    const subject = new Controller(operator, 'Controller', {
      for: Database,
      owns: [HorizontalPodAutoscaler],
      render: (scope) =>
        new k8s.KubeHorizontalPodAutoscaler(scope, 'Scaler', {
          spec: { maxReplicas: 2, scaleTargetRef: { kind: 'Deployment', name: 'db' } },
        }),
    });
    assert.throws(
      () => renderChildren(subject, database('db'), noReferences),
      /HorizontalPodAutoscaler db-scaler is a HorizontalPodAutoscaler\.autoscaling\/v1, and the controller owns HorizontalPodAutoscaler\.autoscaling\/v2: render the version that is in `owns`, or own the one that is rendered/,
    );
  });

  it('a render refuses a child in another namespace', () => {
    const { findings } = refusal((scope) => new k8s.KubeConfigMap(scope, 'Far', { metadata: { namespace: 'other' } }));
    assert.deepEqual(findings, [
      "ConfigMap db-far is in namespace other, and an object in shop can't own objects outside of it: leave its namespace out",
    ]);
  });

  it('a render reports all its problems at once', () => {
    const { findings } = refusal((scope) => {
      new k8s.KubeSecret(scope, 'Password');
      new k8s.KubeConfigMap(scope, 'Far', { metadata: { namespace: 'other' } });
    });
    assert.equal(findings.length, 2);
  });

  it('a render refuses a construct in another tree, whose objects would not become children', () => {
    const elsewhere = () => new ConfigMap(new Chart(new App(), 'elsewhere'), 'Config');
    assert.throws(
      () => render(controller(elsewhere), database('a')),
      /returns \[elsewhere\/Config\], which isn't built under its scope/,
    );
  });

  it('the error of a render keeps the cause when the author’s code throws', () => {
    const cause = new Error('no engine of that name');
    const error = refusal(() => {
      throw cause;
    });
    assert.equal(error.cause, cause);
    assert.equal(error.message, "can't render Database shop/db: no engine of that name");
  });

  it('a render fails when the validation of a construct does', () => {
    const error = refusal((scope) => {
      const child = new ApiObject(scope, 'Settings', { apiVersion: 'v1', kind: 'ConfigMap' });
      child.node.addValidation({ validate: () => ['data is missing'] });
    });
    assert.match(error.message, /data is missing/);
  });

  it('a render accepts the high-level classes of cdk8s-plus', () => {
    const { children } = render(
      controller((scope) => new ConfigMap(scope, 'Settings', { data: { a: '1' } })),
      database('db'),
    );
    assert.deepEqual(children[0]?.object.data, { a: '1' });
  });
});

const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'login' } };

describe('the data of a rendered Secret', () => {
  it('the data of a rendered Secret contains its texts as base64, over data of the same key', () => {
    const rendered = { ...secret, data: { user: 'b2xk', host: 'aA==' }, stringData: { user: 'ünï' } };
    assert.deepEqual(withSecretData(rendered), { ...secret, data: { user: 'w7xuw68=', host: 'aA==' } });
  });

  it('a rendered Secret without texts, and an object of another kind, keep their data', () => {
    const plain = { ...secret, data: { host: 'aA==' } };
    assert.equal(withSecretData(plain), plain);
    const other = { apiVersion: 'example.com/v1', kind: 'Secret', metadata: { name: 'x' }, stringData: { a: 'b' } };
    assert.equal(withSecretData(other), other);
  });
});
