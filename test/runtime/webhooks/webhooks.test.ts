import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { App } from 'cdk8s';
import { type JsonObject, secretKind, validatingConfigurationKind } from '../../../lib/api/index.ts';
import { issueAuthority, issueServingCertificate } from '../../../lib/certificate/index.ts';
import { Operator, ValidatingWebhook } from '../../../lib/constructs/index.ts';
import { runManager } from '../../../lib/runtime/index.ts';
import { silentMetrics } from '../../../lib/telemetry/index.ts';
import { ManualClock } from '../../../lib/testing/index.ts';
import { askTls } from '../../server/tls-client.ts';
import { clientConfigsOf } from '../certificate/installation.ts';
import { ObservedCluster } from '../observed-cluster.ts';
import { RecordingLogger } from '../recording-logger.ts';
import { operatorName, Shelf, shelfKind, shelfOperator } from '../shelf.ts';

const loopback = { host: '127.0.0.1', port: 0 };

function webhookOn(operator: Operator): Operator {
  new ValidatingWebhook(operator, 'Tidy', { for: Shelf, validate: () => [] });
  return operator;
}

interface ProcessOptions {
  readonly isServing?: boolean;
  /** Resolves when lists of shelves are answered. */
  readonly lists?: Promise<void>;
  readonly certificateDirectory?: string;
}

/** A manager process with its own server. */
class Process {
  readonly server: ObservedCluster;
  readonly clock: ManualClock;
  readonly logger = new RecordingLogger();
  readonly #stop = new AbortController();
  readonly #end: Promise<void>;

  static async start(operator: Operator, options: ProcessOptions = {}): Promise<Process> {
    const clock = new ManualClock({ nowMs: Date.now() });
    const server = await ObservedCluster.start({ clock, namespaces: [operator.namespace] });
    for (const object of operator.toJson().filter(({ kind }) => kind === validatingConfigurationKind.kind)) {
      await server.put(validatingConfigurationKind, object);
    }
    return new Process(server, operator, options);
  }

  private constructor(
    server: ObservedCluster,
    operator: Operator,
    { isServing = true, lists = Promise.resolve(), certificateDirectory }: ProcessOptions,
  ) {
    this.server = server;
    this.clock = server.clock;
    const client = this.server.client();
    const connect: typeof this.server.client = () => ({
      ...client,
      async list(kind, options) {
        if (kind.kind === shelfKind.kind && options?.limit !== 1) await lists;
        return await client.list(kind, options);
      },
      async *watch(kind, options) {
        if (kind.kind === shelfKind.kind && options.resourceVersion === undefined) await lists;
        yield* client.watch(kind, options);
      },
    });
    const ports = { connect, clock: this.clock, logger: this.logger, metrics: silentMetrics };
    const webhooks = isServing ? { address: loopback, url: { host: '127.0.0.1' }, certificateDirectory } : undefined;
    this.#end = runManager(operator, ports, { hostname: 'one', healthAddress: loopback, webhooks }, this.#stop.signal);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await this.#end;
  }

  portOf(server: string): unknown {
    return this.logger.lines.find(({ fields }) => fields.server === server && 'port' in fields)?.fields.port;
  }

  async until(isSo: () => boolean | Promise<boolean>): Promise<void> {
    while (!(await isSo())) await this.clock.advance(0);
  }

  async readyz(): Promise<number> {
    return (await fetch(`http://127.0.0.1:${this.portOf('health server')}/readyz`)).status;
  }

  get clientConfigs(): JsonObject[] {
    const [configuration] = this.server.objects(validatingConfigurationKind);
    return clientConfigsOf(configuration);
  }

  get urls(): unknown[] {
    return this.clientConfigs.map(({ url }) => url);
  }
}

describe('an operator with webhooks', () => {
  it('the operator is ready when its certificate is registered, before lists that need its conversion', async () => {
    const lists = Promise.withResolvers<void>();
    await using running = await Process.start(webhookOn(shelfOperator()), { lists: lists.promise });
    await running.until(() => running.portOf('health server') !== undefined);
    await running.until(async () => (await running.readyz()) === 200);
    assert.equal(running.server.objects(secretKind).length, 1);
    assert.match(
      String(running.urls),
      new RegExp(`^https://127\\.0\\.0\\.1:${running.portOf('webhook server')}/validate/`),
    );
    lists.resolve();
  });

  it('the operator is ready only when the kinds are listed that its webhooks look up', async () => {
    const lists = Promise.withResolvers<void>();
    const operator = new Operator(new App(), operatorName, { version: '1.0.0', image: 'example.com/shelf:1' });
    new ValidatingWebhook(operator, 'Tidy', { for: Shelf, reads: [Shelf], validate: () => [] });
    await using running = await Process.start(operator, { lists: lists.promise });
    await running.until(() => running.urls.some((url) => typeof url === 'string'));
    await running.until(() => running.portOf('health server') !== undefined);
    const before = await running.readyz();
    lists.resolve();
    assert.notEqual(before, 200);
    await running.until(async () => (await running.readyz()) === 200);
  });

  it('an operator with webhooks needs no controllers', async () => {
    const operator = new Operator(new App(), operatorName, { version: '1.0.0', image: 'example.com/shelf:1' });
    await using running = await Process.start(webhookOn(operator));
    await running.until(() => running.portOf('health server') !== undefined);
    await running.until(async () => (await running.readyz()) === 200);
  });

  it('a manager registers its webhook URL with the authority of another actor’s certificate', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'operand-webhooks-'));
    const authority = await issueAuthority('test', Date.now());
    const { certificate, key } = await issueServingCertificate(authority, ['localhost', '127.0.0.1'], Date.now());
    const files = { 'ca.crt': authority.certificate, 'tls.crt': certificate, 'tls.key': key };
    for (const [name, text] of Object.entries(files)) await writeFile(join(directory, name), text);
    const process = await Process.start(webhookOn(shelfOperator()), { certificateDirectory: directory });
    await process.until(() => process.portOf('health server') !== undefined);
    await process.until(async () => (await process.readyz()) === 200);
    const { caBundle, url } = process.clientConfigs[0] ?? {};
    const port = Number(process.portOf('webhook server'));
    assert.equal(new URL(String(url)).port, String(port));
    assert.equal(Buffer.from(String(caBundle), 'base64').toString(), authority.certificate);
    await assert.doesNotReject(askTls({ port, authority: authority.certificate }));
    assert.deepEqual(process.server.objects(secretKind), []);
    await process[Symbol.asyncDispose]();
    assert.deepEqual(process.urls, [undefined]);
    await rm(directory, { recursive: true });
  });

  it('the webhook server asks API servers to reconnect before it closes their connections', async () => {
    const process = await Process.start(webhookOn(shelfOperator()));
    await process.until(() => process.portOf('health server') !== undefined);
    await process.until(async () => (await process.readyz()) === 200);
    const authority = Buffer.from(String(process.clientConfigs[0]?.caBundle), 'base64').toString();
    const port = Number(process.portOf('webhook server'));
    const agent = new Agent({ keepAlive: true });
    const advice = async () => (await askTls({ port, authority, agent })).headers.connection;
    assert.equal(await advice(), 'keep-alive');
    const ended = process[Symbol.asyncDispose]();
    await process.until(async () => (await advice()) === 'close');
    await ended;
  });

  it('a manager that serves no webhooks starts no part of the webhook server', async () => {
    await using running = await Process.start(webhookOn(shelfOperator()), { isServing: false });
    await running.until(() => running.portOf('health server') !== undefined);
    await running.until(async () => (await running.readyz()) === 200);
    assert.equal(running.portOf('webhook server'), undefined);
    assert.deepEqual(running.server.writes, []);
  });
});
