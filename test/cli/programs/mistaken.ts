// A program with a programming error in the code that builds its tree.

import { App, Chart } from 'cdk8s';
import { main } from 'operand/cli';

function labelled(chart: Chart): void {
  const settings: { readonly labels: { readonly app: string } } = JSON.parse('{}');
  chart.node.setContext('app', settings.labels.app);
}

await main(async () => {
  const app = new App();
  labelled(new Chart(app, 'boxes'));
  return { app };
});
