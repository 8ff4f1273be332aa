import { formatFinding, parse, quantity } from '../../schema/index.ts';
import type { ManagerProps } from './manager-props.ts';

/** Returns findings for settings of a manager that an API server would refuse, one sentence each with its remedy. */
export function managerFindings({ image, replicas = 1, shards, resources = {}, env = {} }: ManagerProps): string[] {
  return [
    ...managerImageFindings(image),
    ...(Number.isInteger(replicas) && replicas >= 0 ? [] : [`replicas is ${replicas}: write a whole number from 0`]),
    ...(shards === undefined ? [] : managerShardFindings(shards, replicas)),
    ...managerResourceFindings('resources.requests', resources.requests),
    ...managerResourceFindings('resources.limits', resources.limits),
    ...Object.keys(env).filter(isInvalidVariableName).map(managerVariableFinding),
  ];
}

function managerShardFindings(shards: number, replicas: number): string[] {
  if (!Number.isInteger(shards) || shards < 2 || shards > 64) {
    return [
      `shards is ${shards}: write a whole number from 2 to 64, or leave it out to let one replica do all the work`,
    ];
  }
  if (replicas <= shards) return [];
  return [
    `replicas is ${replicas} and shards is ${shards}, so that some replicas have nothing to do: write more shards`,
  ];
}

function managerImageFindings(image: string): string[] {
  if (image === '') return ['image is empty: name the image that runs this operator'];
  return /\s/.test(image) ? [`image '${image}' contains a blank: write a name without blanks`] : [];
}

function isInvalidVariableName(name: string): boolean {
  return !/^[A-Za-z_][A-Za-z0-9_]*$/.test(name);
}

function managerVariableFinding(name: string): string {
  return `env has '${name}', which is not a valid name of a variable: use letters, digits and '_' after a letter`;
}

function managerResourceFindings(path: string, amounts: Readonly<Record<string, string>> = {}): string[] {
  return Object.entries(amounts).flatMap(([name, amount]) => {
    const parsed = parse(quantity(), amount, `${path}.${name}`);
    return 'findings' in parsed ? parsed.findings.map(formatFinding) : [];
  });
}
