import { isDnsLabel } from '../../api/index.ts';
import type { Place } from '../content/index.ts';
import type { Violation } from '../finding/violation.ts';
import type { NameForm } from './name-violation.ts';

/** The valid names of a container's port. @see https://www.rfc-editor.org/rfc/rfc6335#section-5.1 */
export const portName: NameForm = {
  isName: (text) => text.length <= 15 && isDnsLabel(text) && /[a-z]/.test(text) && !text.includes('--'),
  remedy: "use up to 15 lower-case letters, digits and '-', with a letter among them",
};

/** Returns the protocol of a port, of a container or a Service. */
export function protocolOf(port: Place): string {
  return port.at('protocol').text ?? 'TCP';
}

/** Returns true if a value is a valid port number. */
export function isPortNumber(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 65_535;
}

/** Reports a number outside the range of ports. The rules about types report other types. */
export function* portViolations(place: Place): Generator<Violation> {
  if (typeof place.value !== 'number' || !Number.isInteger(place.value) || isPortNumber(place.value)) return;
  yield { place, what: `${place.value} is not a valid port`, remedy: 'write a number from 1 to 65535' };
}
