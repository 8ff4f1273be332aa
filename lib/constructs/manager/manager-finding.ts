import { quantityBillionths } from '../../schema/index.ts';
import type { ManagerProps } from './manager-props.ts';

/** Yields findings for settings of a manager that an API server would refuse, one sentence each with its remedy. */
export function* managerFindings(props: ManagerProps): Iterable<string> {
  const { image, replicas = 1, shards, resources = {}, env = {} } = props;
  if (image === '') yield 'image is empty: name the image that runs this operator';
  else if (/\s/.test(image)) yield `image '${image}' contains a blank: write a name without blanks`;
  if (!Number.isInteger(replicas) || replicas < 0) yield `replicas is ${replicas}: write a whole number from 0`;
  if (shards !== undefined && (!Number.isInteger(shards) || shards < 2 || shards > 64))
    yield `shards is ${shards}: write a whole number from 2 to 64, or leave it out to let one replica do all the work`;
  else if (shards !== undefined && replicas > shards)
    yield `replicas is ${replicas} and shards is ${shards}, so that some replicas have nothing to do: write more shards`;
  yield* managerResourceFindings('resources.requests', resources.requests);
  yield* managerResourceFindings('resources.limits', resources.limits);
  for (const name of Object.keys(env)) {
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name))
      yield `env has '${name}', which is not a valid name of a variable: use letters, digits and '_' after a letter`;
  }
}

function* managerResourceFindings(path: string, amounts: Readonly<Record<string, string>> = {}): Iterable<string> {
  for (const [name, amount] of Object.entries(amounts)) {
    if (quantityBillionths(amount) === undefined)
      yield `${path}.${name} is '${amount}': write a quantity, such as 2, 500m or 10Gi`;
  }
}
