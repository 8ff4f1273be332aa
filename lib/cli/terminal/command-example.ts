import type { Command } from 'commander';

/** Command → its examples, as arguments of `operand`. */
export const commandExamples: Readonly<Record<string, readonly string[]>> = {
  init: ['init cache-operator --domain example.com'],
  'create api': [
    'create api --group cache --version v1alpha1 --kind Memcached',
    'create api --group cache --version v1beta1 --kind Memcached --webhook validating',
    'create api --group apps --version v1alpha1 --kind Guestbook --manifests guestbook.yaml',
  ],
  import: ['import github:cert-manager/cert-manager@v1.18.2 -k Certificate', 'import cluster:cert-manager.io'],
  completion: ['completion bash > ~/.local/share/bash-completion/completions/operand'],
  synth: ['synth', 'synth --bundle bundle'],
  validate: ['validate'],
  dev: ['dev', 'dev --dashboard', 'dev --context kind-dev'],
  run: ['run --context kind-dev', 'run --record trace.jsonl --log-level debug'],
  render: ['render', 'render memcached.yaml secret.yaml'],
  replay: ['replay trace.jsonl', 'replay trace.jsonl --step 12'],
  graph: ['graph', 'graph -o graph.svg'],
  install: ['install --context kind-kind'],
  uninstall: ['uninstall --delete-resources'],
  deploy: ['deploy', 'deploy --dry-run=server -o json'],
  undeploy: ['undeploy --delete-resources --timeout 10m'],
  doctor: ['doctor', 'doctor memcached/sample --namespace shop -o json'],
  dashboard: ['dashboard --namespace shop --port 8080'],
  diff: ['diff sample --namespace shop', 'diff --all -o json'],
  migrate: ['migrate --context kind-kind'],
  build: ['build -o build'],
  'image build': ['image build -o build/operator.tar'],
  'image lock': ['image lock --base node:26-slim'],
  docs: ['docs -o docs/api', 'docs -o docs/api --check'],
  package: ['package -o build/package'],
  'bundle validate': ['bundle validate bundle/0.1.0', 'bundle validate bundle/0.1.0 --for community --format json'],
  'bundle explain': ['bundle explain access-owned'],
  'bundle image': ['bundle image bundle/0.1.0 -o build/bundle.tar'],
  'catalog validate': ['catalog validate catalog'],
  'catalog image': ['catalog image catalog -o build/catalog.tar'],
  'check-upgrade': ['check-upgrade', 'check-upgrade bundle --against v0.1.0 --format json'],
};

/** Adds examples to the help of all commands of a program. */
export function addExamples(program: Command, above = ''): void {
  for (const command of program.commands) {
    const path = `${above}${command.name()}`;
    const examples = commandExamples[path] ?? [];
    const lines = examples.map((example) => `\n  $ operand ${example}`).join('');
    if (lines !== '') command.addHelpText('after', `\n${examples.length === 1 ? 'Example' : 'Examples'}:${lines}`);
    addExamples(command, `${path} `);
  }
}
