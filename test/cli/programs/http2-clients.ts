// A program whose callbacks use other API clients: `call <kubeconfig>` sends a request with each of them.

import { CoreV1Api, KubeConfig } from '@kubernetes/client-node';
import { App } from 'cdk8s';
import { Operator } from 'operand';
import { main } from 'operand/cli';
import { Agent, fetch } from 'undici';

const [, , command, path] = process.argv;
if (command === 'call' && path !== undefined) {
  const config = new KubeConfig();
  config.loadFromFile(path);
  const { items } = await config.makeApiClient(CoreV1Api).listNamespace();
  const text = (base64: string | undefined) => Buffer.from(base64 ?? '', 'base64').toString();
  const [cluster, user] = [config.getCurrentCluster(), config.getCurrentUser()];
  const tls = { ca: text(cluster?.caData), cert: text(user?.certData), key: text(user?.keyData) };
  const dispatcher = new Agent({ allowH2: true, connect: tls });
  const response = await fetch(`${cluster?.server}/version`, { dispatcher });
  process.stdout.write(`${items.some(({ metadata }) => metadata?.name === 'default')} ${response.status}\n`);
  await dispatcher.close();
} else {
  const app = new App();
  new Operator(app, 'box-operator', { version: '1.0.0', image: 'example.com/box-operator:1.0.0' });
  await main(app);
}
