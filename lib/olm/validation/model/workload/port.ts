import { isDnsLabel } from '../../../../api/index.ts';
import type { Place } from '../../../content/index.ts';

/** Returns true for a valid name of a container's port. @see https://www.rfc-editor.org/rfc/rfc6335#section-5.1 */
export function isPortName(text: string): boolean {
  return text.length <= 15 && isDnsLabel(text) && /[a-z]/.test(text) && !text.includes('--');
}

/** Returns the protocol of a port, of a container or a Service. */
export function protocolOf(port: Place): string {
  return port.at('protocol').text ?? 'TCP';
}

/** Returns true if a value is a valid port number. */
export function isPortNumber(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 65_535;
}
