/**
 * Kubernetes' notation of an amount: a number, then the unit or power that it is multiplied with.
 *
 * @see https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/quantity/
 */
export const notation = /^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([KMGTPE]i|[numkMGTPE]|[eE][+-]?[0-9]+)?$/;

const tenTo: Readonly<Record<string, number>> = { n: -9, u: -6, m: -3, k: 3, M: 6, G: 9, T: 12, P: 15, E: 18 };
const twoTo: Readonly<Record<string, number>> = { Ki: 10, Mi: 20, Gi: 30, Ti: 40, Pi: 50, Ei: 60 };

/**
 * The number that a quantity stands for, exact as long as that is an integer below 2^53.
 *
 * @throws TypeError if it is no quantity.
 */
export function amount(quantity: string | number): number {
  const text = String(quantity);
  if (!notation.test(text)) throw new TypeError(`'${text}' is no quantity: write one such as 2, 500m or 10Gi`);
  const [, digits = '', unit = ''] = /^(.*?)([KMGTPE]i|[numkMGTPE])?$/.exec(text) ?? [];
  const binary = twoTo[unit];
  if (binary !== undefined) return Number(digits) * 2 ** binary;
  const decimal = tenTo[unit];
  return Number(decimal === undefined ? text : `${digits}e${decimal}`);
}
