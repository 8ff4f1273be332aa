import { isDnsLabel } from '../../api/index.ts';

/** Whether a port of a container can be called so. @see https://www.rfc-editor.org/rfc/rfc6335#section-5.1 */
export function isPortName(text: string): boolean {
  return text.length <= 15 && isDnsLabel(text) && /[a-z]/.test(text) && !text.includes('--');
}

/** Whether a value is the number of a port. */
export function isPortNumber(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 65_535;
}
