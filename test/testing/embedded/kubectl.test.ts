// kubectl against an embedded cluster, over HTTPS.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { JsonObject } from '../../../lib/api/index.ts';
import { widgetDefinition } from '../../conformance/cases/sample.ts';
import { EmbeddedKubectl } from './embedded-kubectl.ts';

const patience = '--timeout=300s';

describe('kubectl on an embedded cluster', () => {
  let kubectl: EmbeddedKubectl;

  before(async () => {
    kubectl = await EmbeddedKubectl.start();
  });

  after(() => kubectl[Symbol.asyncDispose]());

  /** Returns what kubectl prints for words without spaces. */
  async function print(words: string, input?: JsonObject): Promise<string> {
    return await kubectl.print(words.split(' '), input);
  }

  /** Returns the lines of a table, with one space between its cells. */
  async function table(words: string): Promise<readonly string[]> {
    const lines = (await print(words)).trimEnd().split('\n');
    return lines.map((line) =>
      line
        .replaceAll(/\s+/g, ' ')
        .replaceAll(/ \d+s( |$)/g, ' <age>$1')
        .trimEnd(),
    );
  }

  it('kubectl shows the version and the address of an embedded cluster', async () => {
    assert.match(await print('version'), /^Server Version: v1\.36\./m);
    assert.match(await print('cluster-info'), /control plane.* is running at .*https:\/\/127\.0\.0\.1:\d+/);
    assert.equal(await print('get --raw /readyz'), 'ok');
  });

  it('kubectl lists the kinds and their short names', async () => {
    assert.deepEqual(await table('api-resources --api-group=batch'), [
      'NAME SHORTNAMES APIVERSION NAMESPACED KIND',
      'cronjobs cj batch/v1 true CronJob',
      'jobs batch/v1 true Job',
    ]);
    assert.match(await print('api-versions'), /^networking\.k8s\.io\/v1$/m);
  });

  it('kubectl explains the fields of a kind', async () => {
    const explained = await print('explain deployment.spec.strategy');
    assert.match(explained, /KIND: +Deployment\nVERSION: +v1/);
    assert.match(explained, /rollingUpdate\s+<RollingUpdateDeployment>/);
    const older = await print('explain deployment.spec.template.spec.containers --output=plaintext-openapiv2');
    assert.match(older, /imagePullPolicy\s+<string>/);
  });

  it('kubectl applies and changes a list of objects, for which it requests OpenAPI v2', async () => {
    await print('create namespace listed');
    await print('apply -f -', widgetDefinition);
    await print('wait crd/widgets.conformance.example.com --for=condition=Established');
    const list = (size: number): JsonObject => ({
      apiVersion: 'v1',
      kind: 'List',
      items: [
        { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { size: String(size) } },
        {
          apiVersion: 'conformance.example.com/v1',
          kind: 'Widget',
          metadata: { name: 'w' },
          spec: { size },
        },
      ],
    });
    const change = (word: string) => `configmap/a ${word}\nwidget.conformance.example.com/w ${word}\n`;
    assert.equal(await print('apply -n listed -f -', list(1)), change('created'));
    assert.equal(await print('apply -n listed -f -', list(2)), change('configured'));
    assert.equal(await print('apply -n listed -f -', list(2)), change('unchanged'));
    await print('delete crd widgets.conformance.example.com');
  });

  it('kubectl creates objects, which it sends as protobuf', async () => {
    await print('create namespace made');
    await print('create configmap settings --from-literal=a=b -n made');
    await print('create secret generic login --from-literal=user=me -n made');
    await print('create serviceaccount robot -n made');
    await print('create role reader --verb=get,list --resource=pods -n made');
    await print('create rolebinding reader --role=reader --serviceaccount=made:robot -n made');
    await print('create quota few --hard=pods=3 -n made');
    assert.equal(await print('get secret login -n made -o jsonpath={.data.user}'), 'bWU=');
    assert.deepEqual(await table('get rolebinding -o wide -n made'), [
      'NAME ROLE AGE USERS GROUPS SERVICEACCOUNTS',
      'reader Role/reader <age> made/robot',
    ]);
    assert.equal(
      await print('get role,quota -n made -o name'),
      'role.rbac.authorization.k8s.io/reader\nresourcequota/few\n',
    );
  });

  it('kubectl creates nothing in a dry run', async () => {
    const dry = await print('create configmap dry --from-literal=a=b --dry-run=server -o jsonpath={.metadata.uid}');
    assert.notEqual(dry, '');
    const { stderr, exitCode } = await kubectl.run(['get', 'configmap', 'dry']);
    assert.equal(exitCode, 1);
    assert.equal(stderr, 'Error from server (NotFound): configmaps "dry" not found\n');
  });

  it('kubectl prints objects as YAML, by a template, in columns and as names', async () => {
    await print('create configmap shown --from-literal=a=b');
    assert.match(await print('get configmap shown -o yaml'), /^data:\n {2}a: b\nkind: ConfigMap$/m);
    assert.equal(await print('get configmap shown -o go-template={{.data.a}}'), 'b');
    assert.equal(await print('get configmap shown -o custom-columns=N:.metadata.name --no-headers'), 'shown\n');
    assert.equal(await print('get configmap --field-selector=metadata.name=shown -o name'), 'configmap/shown\n');
  });

  it('kubectl applies manifests on the client’s side, and shows the difference before', async () => {
    const manifest = (data: JsonObject) => ({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'applied' },
      data,
    });
    assert.equal(await print('apply -f -', manifest({ a: '1', b: '1' })), 'configmap/applied created\n');
    const { stdout, exitCode } = await kubectl.run(['diff', '-f', '-'], manifest({ a: '2' }));
    assert.equal(exitCode, 1);
    assert.match(stdout, /^- {2}a: "1"\n- {2}b: "1"\n\+ {2}a: "2"$/m);
    assert.equal(await print('apply -f -', manifest({ a: '2' })), 'configmap/applied configured\n');
    assert.equal(await print('apply -f -', manifest({ a: '2' })), 'configmap/applied unchanged\n');
    assert.equal(await print('get configmap applied -o jsonpath={.data}'), '{"a":"2"}');
    assert.match(await print('apply view-last-applied configmap applied'), /a: "2"/);
  });

  it('kubectl applies manifests on the server’s side, and reports conflicts', async () => {
    const manifest = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'owned' }, data: { a: '1' } };
    await print('apply --server-side --field-manager=one -f -', manifest);
    const other = { ...manifest, data: { a: '2' } };
    const args = ['apply', '--server-side', '--field-manager=two', '-f', '-'];
    const { stderr } = await kubectl.run(args, other);
    assert.match(stderr, /Apply failed with 1 conflict: conflict with "one": \.data\.a/);
    assert.equal(await kubectl.print([...args, '--force-conflicts'], other), 'configmap/owned serverside-applied\n');
  });

  it('kubectl reports the unknown fields of a manifest, and creates nothing from it', async () => {
    const manifest = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'odd' }, datum: {} };
    const { stderr, exitCode } = await kubectl.run(['apply', '--validate=strict', '-f', '-'], manifest);
    assert.equal(exitCode, 1);
    assert.match(stderr, /strict decoding error: unknown field "datum"/);
    assert.match((await kubectl.run(['get', 'configmap', 'odd'])).stderr, /configmaps "odd" not found/);
  });

  it('kubectl edits an object in an editor', async () => {
    await print('create configmap edited --from-literal=a=old');
    const editor = { KUBE_EDITOR: "sed -i 's/a: old/a: new/'" };
    assert.equal(await kubectl.print(['edit', 'configmap', 'edited'], undefined, editor), 'configmap/edited edited\n');
    assert.equal(await print('get configmap edited -o jsonpath={.data.a}'), 'new');
  });

  for (const [type, patch] of [
    ['strategic', '{"data":{"b":"2"}}'],
    ['merge', '{"data":{"b":"2"}}'],
    ['json', '[{"op":"add","path":"/data/b","value":"2"}]'],
  ] as const) {
    it(`kubectl patches an object with a ${type} patch`, async () => {
      const name = `patched-${type}`;
      await print(`create configmap ${name} --from-literal=a=1`);
      await print(`patch configmap ${name} --type=${type} -p ${patch}`);
      assert.equal(await print(`get configmap ${name} -o jsonpath={.data}`), '{"a":"1","b":"2"}');
    });
  }

  it('kubectl labels, annotates and selects objects', async () => {
    await print('create configmap labelled');
    await print('label configmap labelled team=blue');
    await print('annotate configmap labelled note=1');
    assert.deepEqual(await table('get configmap -l team=blue --show-labels'), [
      'NAME DATA AGE LABELS',
      'labelled 0 <age> team=blue',
    ]);
    await print('label configmap labelled team-');
    assert.equal(await print('get configmap -l team=blue -o name'), '');
  });

  it('kubectl rolls a Deployment out, scales it and undoes a rollout', async () => {
    await print('create deployment web --image=web:1 --replicas=2');
    assert.match(await print(`rollout status deployment/web ${patience}`), /successfully rolled out/);
    await print('set image deployment/web web=web:2');
    await print(`rollout status deployment/web ${patience}`);
    assert.deepEqual(await table('get deployment web -o wide'), [
      'NAME READY UP-TO-DATE AVAILABLE AGE CONTAINERS IMAGES SELECTOR',
      'web 2/2 2 2 <age> web web:2 app=web',
    ]);
    assert.match(await print('rollout history deployment/web'), /^1 +<none>\n2 +<none>$/m);
    await print('rollout undo deployment/web');
    await print(`rollout status deployment/web ${patience}`);
    assert.equal(await print('get deployment web -o jsonpath={..image}'), 'web:1');
    await print('rollout restart deployment/web');
    await print('scale deployment/web --replicas=3');
    await print(`wait deployment/web --for=jsonpath={.status.readyReplicas}=3 ${patience}`);
    await print(`wait pods -l app=web --for=condition=Ready ${patience}`);
    assert.match(await print('describe deployment web'), /Replicas: +3 desired/);
    assert.match(await print('get events --field-selector=involvedObject.kind=ReplicaSet'), /SuccessfulCreate/);
  });

  it('kubectl exposes and autoscales a Deployment', async () => {
    await print('create deployment shop --image=shop');
    await print('expose deployment shop --port=80 --target-port=8080');
    assert.deepEqual(
      (await table('get service shop')).map((line) => line.replace(/10\.[\d.]+/, '<ip>')),
      ['NAME TYPE CLUSTER-IP EXTERNAL-IP PORT(S) AGE', 'shop ClusterIP <ip> <none> 80/TCP <age>'],
    );
    await print('autoscale deployment shop --max=5 --cpu=50%');
    assert.equal(await print('get hpa shop -o jsonpath={.spec.scaleTargetRef.name}'), 'shop');
  });

  it('kubectl runs a pod and shows it', async () => {
    await print('run single --image=single');
    await print(`wait pod/single --for=condition=Ready ${patience}`);
    assert.deepEqual(await table('get pod single'), ['NAME READY STATUS RESTARTS AGE', 'single 1/1 Running 0 <age>']);
    assert.match(await print('describe pod single'), /Image: +single\n/);
  });

  it('kubectl deletes an object and waits until it is gone', async () => {
    await print('create deployment gone --image=gone');
    assert.match(await print(`delete deployment gone --cascade=foreground ${patience}`), /"gone" deleted/);
    assert.equal(await print('get replicaset -l app=gone -o name'), '');
    await print('create deployment left --image=left');
    await print(`rollout status deployment/left ${patience}`);
    await print('delete deployment left --cascade=orphan');
    assert.match(await print('get replicaset -l app=left -o name'), /^replicaset.apps\/left-/);
    await print('create namespace gone');
    await print(`delete namespace gone ${patience}`);
    assert.equal(await print('get namespace --field-selector=metadata.name=gone -o name'), '');
  });

  it('kubectl watches objects as a table', async () => {
    await print('create namespace watched');
    await print('create secret generic first -n watched');
    const args = ['get', 'secret', '-n', 'watched', '--watch', '--output-watch-events', '--no-headers'];
    const events: string[] = [];
    for await (const line of kubectl.lines(args)) {
      events.push(line.replaceAll(/\s+/g, ' ').replace(/ \d+s$/, ' <age>'));
      if (events.length === 1) await print('create secret generic second --from-literal=a=b -n watched');
      if (events.length === 2) await print('delete secret first -n watched');
      if (events.length === 3) break;
    }
    assert.deepEqual(events, [
      'ADDED first Opaque 0 <age>',
      'ADDED second Opaque 1 <age>',
      'DELETED first Opaque 0 <age>',
    ]);
  });

  it('kubectl waits for an object to be created', async () => {
    const waiting = kubectl.print(['wait', '--for=create', 'configmap/awaited', patience]);
    await print('create configmap awaited');
    assert.equal(await waiting, 'configmap/awaited condition met\n');
  });

  it('kubectl creates a CRD and shows the columns of its kind', async () => {
    await print('create -f -', widgetDefinition);
    await print(`wait crd/widgets.conformance.example.com --for=condition=Established ${patience}`);
    await print('apply -f -', {
      apiVersion: 'conformance.example.com/v1',
      kind: 'Widget',
      metadata: { name: 'one' },
      spec: { size: 3, replicas: 1 },
    });
    assert.deepEqual(await table('get wd -o wide'), ['NAME SIZE MODE PORT', 'one 3 a']);
    assert.match(await print('explain widget.spec.size'), /FIELD: size <integer>/);
    assert.match(await print('scale widget one --replicas=2'), /scaled/);
    assert.equal(await print('get widget one -o jsonpath={.spec.replicas}'), '2');
  });
});
